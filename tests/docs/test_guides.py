"""Every command in the guides prints what the guide shows."""

import pytest

from tests.docs.guides import GUIDES, rewritten

NEEDS = {
    "mjsim sql": "duckdb",
    "distributed": "distributed",
    "import pandas": "pandas",
    "import polars": "polars",
}


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES, ids=[guide.stem for guide in GUIDES])
def test_the_output_in_the_guide_is_real(guide, tmp_path):
    for words, package in NEEDS.items():
        if words in guide.read_text(encoding="utf-8"):
            pytest.importorskip(package, reason="an example of the guide needs it")
    assert rewritten(guide, tmp_path) == guide.read_text(encoding="utf-8"), "python -m tests.docs.guides"
