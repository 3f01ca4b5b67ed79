"""The table dealt anew for rollouts: keeps what a seat sees, holds every tile once, depends on nothing hidden."""

import numpy as np
import pytest

from mjsim.hand.tables import load_tables
from mjsim.players.simple import random as random_player
from mjsim.rules import variant as variants
from mjsim.rules.suihua.treasure import knows_indicator
from mjsim.table.deal import deal
from mjsim.table.play import advance, apply
from mjsim.table.rng import stream
from mjsim.table.sample import copy_table, count_pool, deal_hidden, is_hidden
from mjsim.table.state import EMPTY_WORK, N_KINDS, ROB, View, new_state


class Game:
    """A game of ``variant`` that random players play, decision by decision."""

    def __init__(self, variant: str, number: int, **options) -> None:
        found = variants.get(variant)
        values, faults = found.resolve(options)
        assert not faults
        self.rules = found.make_rules(values)
        self.tables = found.make_tables(load_tables(), values)
        self.work = found.work if found.work is not None else EMPTY_WORK
        self.state = new_state(self.work)
        self.state.game[0].game_id = self.state.game[0].wall_id = number
        self.state.public[0].dealer = number % 4
        self.state.public[0].dealer_streak = 1
        self.params, self.memory = np.zeros(4), np.zeros(8, np.int64)
        deal(self.rules, self.tables, self.state)
        for seat in range(4):
            self.state.rng[seat] = stream(5, number, seat)

    def __iter__(self):
        """The seat that is asked, before every decision."""
        s = self.state
        while (seat := int(advance(self.rules, self.tables, s))) >= 0:
            yield seat
            me, rng = s.seats[seat : seat + 1], s.rng[seat : seat + 1]
            view = View(s.public, me, s.ask, self.params, rng, self.memory, s, s, s.props)
            assert apply(self.rules, self.tables, s, random_player(self.rules, self.tables, view))

    def sample(self, seat: int, number: int = 1):
        """The table as it might be for ``seat``."""
        table = new_state(self.work)
        copy_table(self.state, table)
        deal_hidden(self.rules, self.tables, table, seat, np.array([stream(9, number, seat)]))
        return table


VARIANTS = [(name, {}) for name in variants.names()] + [
    ("guobiao", {"wall_mode": "per_seat"}),
    ("guobiao", {"akong_visible": True}),
    ("suihua", {"bao_visibility": "ready_only"}),
]


@pytest.mark.parametrize(("variant", "options"), VARIANTS)
def test_the_copies_not_seen_are_those_that_are_hidden(variant, options):
    for number in range(2):
        game = Game(variant, number, **options)
        for step, seat in enumerate(game):
            if step % 5:
                continue
            table = game.state
            hidden = sum(int(is_hidden(game.rules, table, place)) for place in range(table.game[0].n_wall))
            for other in range(4):
                if other != seat:
                    hidden += int(table.seats[other].n_hand)
                    hidden += 4 * sum(
                        int(
                            table.public[0].meld_kind[other, i] == 5
                            and table.public[0].meld_tile[other, i] < 0
                        )
                        for i in range(int(table.public[0].n_melds[other]))
                    )
            copy = new_state(game.work)
            copy_table(table, copy)
            count_pool(game.rules, copy, seat)
            face_down = sum(
                int((table.public[0].river[o, : table.public[0].river_len[o]] < 0).sum()) for o in range(4)
            )
            if variant == "suihua" and table.work[0].turned and not knows_indicator(table, seat):
                hidden += 1  # the indicator itself, of which the others do know the place
            assert int(copy.game[0].pool.sum()) == hidden + face_down
            assert copy.game[0].pool.min() >= 0


@pytest.mark.parametrize(("variant", "options"), VARIANTS)
def test_a_sample_holds_every_tile_once_and_keeps_what_the_seat_sees(variant, options):
    game = Game(variant, 11, **options)
    for step, seat in enumerate(game):
        if step % 9:
            continue
        s, t = game.state, game.sample(seat, step)
        assert t.seats[seat] == s.seats[seat]
        assert t.public[0] == s.public[0]
        counts = np.zeros(N_KINDS + 8, int)
        for place in range(t.game[0].n_wall):
            if is_hidden(game.rules, t, place):
                counts[t.game[0].wall[place]] += 1
        for other in range(4):
            assert t.seats[other].n_hand == s.seats[other].n_hand
            assert sum(t.seats[other].hand) == t.seats[other].n_hand
            counts[:N_KINDS] += t.seats[other].hand
            for i in range(t.seats[other].n_melds):
                if t.seats[other].meld_kind[i] == 5 and t.public[0].meld_tile[other, i] < 0:
                    counts[t.seats[other].meld_tile[i]] += 4
        counts[:N_KINDS] += t.public[0].seen
        assert counts[:N_KINDS].max() <= 4


@pytest.mark.parametrize("variant", variants.names())
def test_a_sample_depends_on_nothing_hidden(variant):
    """Another deal of the hidden tiles gives the same sample; so a strategy that plays it out can't peek."""
    game = Game(variant, 23)
    for step, seat in enumerate(game):
        if step % 13 or game.state.game[0].phase == ROB:
            continue
        other = game.sample(seat, 99)  # the same for this seat, other hidden tiles
        again = new_state(game.work)
        copy_table(other, again)
        deal_hidden(game.rules, game.tables, again, seat, np.array([stream(9, 1, seat)]))
        first = game.sample(seat, 1)
        for place in range(first.game[0].n_wall):
            if is_hidden(game.rules, first, place):
                assert first.game[0].wall[place] == again.game[0].wall[place]
        for k in range(4):
            assert np.array_equal(first.seats[k].hand, again.seats[k].hand)
            assert first.seats[k].waits == again.seats[k].waits
