"""Pages of the hostile tests."""

PAGES = {}
