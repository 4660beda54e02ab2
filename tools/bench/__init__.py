"""How fast we are, and how fast others are, measured in turn in one run: `make bench`."""
