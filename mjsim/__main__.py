"""``python -m mjsim`` is the command ``mjsim``."""

from mjsim.cli.main import main

if __name__ == "__main__":
    main()
