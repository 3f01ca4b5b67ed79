"""mjsim: plays millions of complete, legal games of many mahjong variants and puts one row per game into Parquet."""

__version__ = "0.1.0"
