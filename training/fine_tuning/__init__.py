"""Fine-tuning of the models that ship: teachers, distillation into students, quantisation-aware training."""
