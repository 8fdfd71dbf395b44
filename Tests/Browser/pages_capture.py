"""Pages of the capture tests."""

PAGES = {}
