"""Settles one win outside a game: a case of the score format in, who pays what out (算分).

The same kernels decide as in a game: see :func:`mjsim.score.settle.settle_case`.
"""
