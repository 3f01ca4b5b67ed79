"""The records of a game can be read as attributes in plain Python too."""

import numpy as np
import pytest

from mjsim.table import flow, games, row, state


@pytest.mark.parametrize(
    "dtype", [state.GAME, state.PUBLIC, state.SEAT, state.ASK, row.ROW, games.PLAN, flow.FLOW]
)
def test_no_field_is_hidden_by_an_attribute_of_numpy(dtype):
    own = set(dir(np.record)) | set(dir(np.recarray))
    assert not own & set(dtype.names)


def test_flow_refuses_unknown_switches():
    with pytest.raises(KeyError, match="no such flow field: chii"):
        flow.flow_record({"chii": 1})
