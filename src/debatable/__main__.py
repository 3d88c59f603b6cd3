"""``python -m debatable`` is the command line."""

from debatable.cli.main import run

if __name__ == "__main__":
    run()
