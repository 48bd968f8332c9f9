"""Whose joints move. This docstring has a second sentence."""

TEXT = "# What a string says is no comment."


def position():
    """That of the joint."""
    return 0  # Of the first one
