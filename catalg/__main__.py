"""`python -m catalg` is `catalg`."""

from catalg.cli import main

if __name__ == "__main__":
    main()
