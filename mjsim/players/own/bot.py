"""A seat played by a bot: its game as requests, its responses as actions, its process."""

from collections.abc import Iterator, Mapping
from typing import Any

from mjsim.players.own import botzone
from mjsim.players.own.bot_process import BotCrashed, BotGarbage, BotLate, BotProcess
from mjsim.players.own.botzone import NotInProtocol, Requests
from mjsim.players.own.faults import CRASHED, ILLEGAL, LATE
from mjsim.table.state import CHI_CLAIM, DISCARD, PONG_CLAIM, State


class BotPlayer:
    """One bot at one seat in one game."""

    def __init__(self, spec: Mapping[str, Any], seat: int, state: State) -> None:
        public = state.public[0]
        self._feed = Requests(seat, int(public.dealer), int(public.round_wind))
        self._process = BotProcess(spec["params"], spec["timeout"], spec["name"])
        self._requests: list[str] = []
        self._responses: list[str] = []
        self._question = ""
        self._discard: int | None = None  # said together with a claim
        self._claimed = ""  # the claim as it was said
        self.said = ""  # the last response

    def close(self) -> None:
        """End its process."""
        self._process.close()

    def catch_up(self, state: State) -> Iterator[tuple[str, str]]:
        """Tell the bot what has happened up to the question; gives (what, detail) of each fault on the way."""
        if botzone.after_claim(state):
            return  # it has said with the claim what it will discard
        *told, question = self._feed.follow(state)
        for request in told:
            expected = request.expected or "PASS"
            self._requests.append(request.text)
            said, what, detail = self._ask()
            self._responses.append(expected)
            if not what and said != expected:
                what, detail = ILLEGAL, f"{said[:60]!r} to the request {request.text!r}; expected {expected}"
            if what:
                yield what, detail
        self._question = question.text

    def decide(self, state: State) -> tuple[int, str, str]:
        """(action, "", "") or, when there is no action, (-1, what, detail)."""
        if botzone.after_claim(state):
            discard, self._discard = self._discard, None
            self.said = self._claimed
            if discard is None:  # the claim was somebody else's idea: a substitute
                return -1, ILLEGAL, "no discard was told with the claim"
            return DISCARD << 6 | discard, "", ""
        self._discard = None
        self._requests.append(self._question)
        self.said, what, detail = self._ask()
        if what:
            return -1, what, detail
        try:
            action, self._discard = botzone.read(self.said, state)
        except NotInProtocol as fault:
            return -1, ILLEGAL, str(fault)
        self._claimed = self.said
        return action, "", ""

    def played(self, action: int, replaced: bool) -> None:
        """What was played in the end: the bot will read it as its own response."""
        if len(self._responses) == len(self._requests):
            return  # the discard after a claim has no request of its own
        claim = action >> 6 in (PONG_CLAIM, CHI_CLAIM)
        if replaced:
            self._discard = None
        self._responses.append(self.said if claim or not replaced else botzone.response_of(action))

    def _ask(self) -> tuple[str, str, str]:
        """(response, "", ""), or ("", what, detail)."""
        try:
            return self._process.answer(self._requests, self._responses), "", ""
        except BotLate as fault:
            return "", LATE, str(fault)
        except BotCrashed as fault:
            return "", CRASHED, str(fault)
        except BotGarbage as fault:
            return "", ILLEGAL, str(fault)
