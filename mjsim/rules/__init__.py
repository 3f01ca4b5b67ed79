"""Variants: one module each. See :mod:`mjsim.rules.variant` for what such a module holds."""

# Variants that share a module with another one: name -> module.
FAMILIES = {
    "guobiao_popular": "guobiao",
    "guobiao_nofan": "guobiao",
}
