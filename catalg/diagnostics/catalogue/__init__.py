"""The explanation pages of the diagnostic codes, one module for each range."""
