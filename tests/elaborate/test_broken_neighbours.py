"""A broken statement spoils no valid one, also where both give the same name."""

from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse

TEXT = """group G = Sym(3)
functor F : G -> Vect = sign
functor F' : G -> Vect = sign
end E = int g : G. Hom(F, F)
"""


def test_the_valid_declaration_of_a_name_wins():
    parsed = parse(TEXT)
    specification, diagnostics = elaborate(parsed, FAMILIES)
    assert len(parsed.diagnostics) == 1 and diagnostics == ()
    assert [item.name for item in specification.items] == ["F", "E"]
