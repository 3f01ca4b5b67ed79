"""Where props come into a game: hooks that do nothing.

Rules of games with props (:mod:`mjsim.props.variants`) replace them. They are plain hooks, so games without
props are compiled as if these calls were not there.
"""

from mjsim.jit.hooks import hook


@hook
def props_on(rules):
    """Whether this is a game with props."""
    return False


@hook
def bring_props(rules, s, plan):
    """A game begins, its seats are taken: lay out which props each has."""


@hook
def arrange_starts(rules, s):
    """The wall is built: put the fixed parts of starting hands where they will be dealt."""


@hook
def prop_due(rules, tables, s):
    """Whether the seat ``game.turn`` must be asked, before its draw or in its turn, about its props; fills ``ask``
    and the question in its record."""
    return False


@hook
def use_prop(rules, tables, s, action):
    """Carry out the answer to such a question; False (and no change) when it is not allowed."""
    return False


@hook
def renew_knowledge(rules, tables, s, seat):
    """Before ``seat`` is asked anything: what its props tell it now."""


@hook
def answer_prop(rules, tables, view):
    """The built-in policy: a use, or PASS."""
    return 0


@hook
def with_knowledge(rules, tables, view, action):
    """What a built-in strategy does instead of ``action``, knowing what its props tell."""
    return action
