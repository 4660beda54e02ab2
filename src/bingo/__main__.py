"""`python -m bingo`: the same as the command `bingo`."""

import sys

from bingo.cli import main

if __name__ == "__main__":
    sys.exit(main())
