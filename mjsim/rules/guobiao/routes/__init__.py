"""Ways to a hand of enough fan, for the strategy `value`: what is aimed at, how likely it is, what it pays.

:mod:`.evaluate` goes through the routes. A route has a kind (a kernel that judges it) and a number (which one of
its kind). Each kernel proposes at most a few ways to finish, see :func:`mjsim.rules.guobiao.routes.notes.propose`.
Imported only for strategies that ask.
"""
