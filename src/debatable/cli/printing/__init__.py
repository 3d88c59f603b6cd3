"""What the verbs print: answers in six formats, figures, progress and remarks."""
