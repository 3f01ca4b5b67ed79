"""Every command in the guides prints what the guide shows."""

import pytest

from tests.docs.guides import GUIDES, rewritten


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES, ids=[guide.stem for guide in GUIDES])
def test_the_output_in_the_guide_is_real(guide, tmp_path):
    pytest.importorskip("duckdb", reason="the extra [sql] is not installed")
    assert rewritten(guide, tmp_path) == guide.read_text(encoding="utf-8"), "python -m tests.docs.guides"
