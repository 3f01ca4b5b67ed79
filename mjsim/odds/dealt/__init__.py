"""What a dealt hand is in variants with sets, wild tiles or conditions of their own: a module for each."""
