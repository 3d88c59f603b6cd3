"""The bundled collection, written for this project to try things out; it is no benchmark."""
