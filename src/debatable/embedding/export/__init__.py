"""Writing ONNX graphs of BERT-like models, in float32 or int8, without torch (extra ``train``)."""
