"""What each technique of the solver is worth: every one switched off, or on, by itself."""
