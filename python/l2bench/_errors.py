"""What l2bench raises. The callable's own exceptions pass through unchanged."""


class Error(RuntimeError):
    """Something was attempted and did not work; the text says what to do next."""


class UsageError(Error, ValueError):
    """An argument is wrong; nothing was run."""


class CannotRun(Error):
    """This machine cannot run it."""
