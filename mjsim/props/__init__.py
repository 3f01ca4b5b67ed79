"""Props (道具): starting hands, and what a seat may do or know once or more in a game. Text: docs/props.md."""
