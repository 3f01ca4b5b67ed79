"""An independent checker of game logs: replays a game from its wall by the rule texts alone."""
