"""Pictures: every kind is drawn, the same every time; layouts stand as they should; letters can be read."""

from __future__ import annotations

import itertools
from functools import partial
from xml.etree import ElementTree

import numpy as np
import pytest

import catalg
from catalg.numeric.pictures.layout import layout
from catalg.numeric.pictures.style import PALETTE, colours, ink_on

from .files import loaded

CATEGORIES = """
category Square { objects A, B, C, D  f : A -> B  g : B -> D  h : A -> C  k : C -> D  equation g @ f = k @ h }
functor F : Square -> Set { A = {1, 2} B = {u} C = {p} D = {z} f = {1 |-> u, 2 |-> u} g = {u |-> z}
  h = {1 |-> p, 2 |-> p} k = {p |-> z} }
transformation eta : F => F { A = {1 |-> 2, 2 |-> 1} B = {u |-> u} C = {p |-> p} D = {z |-> z} }
category Loops { objects X, Y  e : X -> X  u : X -> X  p : X -> Y  q : X -> Y }
functor H : Loops -> Vect { X = 2 Y = 1 e = [[1, 0], [0, 1]] u = [[0, 1], [1, 0]] p = [[1, 0]] q = [[0, 1]] }
"""


def drawn(path, picture):
    from catalg.numeric.pictures import save

    save(picture(), str(path))
    first = path.read_bytes()
    save(picture(), str(path))
    assert path.read_bytes() == first
    return first


@pytest.fixture
def pictures():
    pytest.importorskip("matplotlib")
    from catalg.numeric.pictures import picture

    return picture


@pytest.mark.extras
@pytest.mark.parametrize(
    "file, name, form, sizes",
    [
        ("matrices", "Orbits", "formula", {}), ("matrices", "Signs", "formula", {}), ("matrices", "Roots", "formula", {}),
        ("diagrams", "One", "formula", {"n": 5}), ("diagrams", "Two", "formula", {"n": 4}),
        ("kernels", "Steer", "formula", {}), ("kernels", "Shift", "formula", {}), ("kernels", "Field", "formula", {}),
        ("kernels", "Sphere", "series", {}), ("kernels", "Circle", "series", {}), ("kernels", "Zonal", "series", {"d": 4}),
    ],
)  # fmt: skip
def test_every_kind_is_drawn_the_same_every_time(pictures, tmp_path, file, name, form, sizes):
    derived = loaded(file)[name].derive(form)
    svg = drawn(tmp_path / "a.svg", lambda: pictures(derived.item, derived.solution, {}, sizes))
    assert ElementTree.fromstring(svg).tag.endswith("svg")


@pytest.mark.extras
def test_categories_functors_and_squares(pictures, tmp_path):
    with catalg.loads(CATEGORIES) as file:
        for name, ending in (("F", "svg"), ("eta", "png"), ("H", "pdf")):
            assert len(drawn(tmp_path / f"a.{ending}", partial(pictures, file[name].item))) > 1000
        assert drawn(tmp_path / "c.svg", lambda: pictures(file["F"].item.subject.category))


@pytest.mark.extras
def test_a_square_that_does_not_commute_says_so(pictures):
    text = CATEGORIES.replace("C = {p |-> p}", "C = {p |-> p}").replace("D = {z}", "D = {z, w}").replace("D = {z |-> z}", "D = {z |-> w, w |-> w}")
    with catalg.loads(text) as file:
        figure = pictures(file["eta"].item)
    signs = [t.get_text() for ax in figure.axes for t in ax.texts]
    assert signs.count("=") == 2 and signs.count("≠") == 2


@pytest.mark.extras
def test_no_picture_is_said(pictures, tmp_path):
    from catalg.numeric.pictures import save

    derived = loaded("kernels")["Tensors"].derive()
    with pytest.raises(catalg.numeric.NotNumeric, match="no picture for Tensors"):
        pictures(derived.item, derived.solution, {}, {"d": 3})
    with pytest.raises(catalg.numeric.NotNumeric, match=r"\.svg, \.png or \.pdf"):
        save(None, str(tmp_path / "a.gif"))


def test_a_square_stands_upright():
    place = layout(["A", "B", "C", "D"], [("A", "B"), ("B", "D"), ("A", "C"), ("C", "D")])
    wanted = {"A": (-0.5, 0.5), "B": (0.5, 0.5), "C": (-0.5, -0.5), "D": (0.5, -0.5)}
    for name, point in wanted.items():
        np.testing.assert_allclose(place[name], point, atol=0.02)


def test_objects_keep_their_distance():
    names = [str(k) for k in range(8)]
    cube = [(str(a), str(b)) for a, b in itertools.combinations(range(8), 2) if (a ^ b).bit_count() == 1]
    for edges in ([], cube, [(names[k], names[k + 1]) for k in range(7)], [("0", "1"), ("2", "3")], [("0", "0")]):
        place = np.array(list(layout(names, edges).values()))
        apart = np.linalg.norm(place[:, None] - place[None], axis=-1) + 9 * np.eye(8)
        assert apart.min() > 0.3


def test_letters_stand_out():
    def light(colour):
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        return float(np.dot([0.2126, 0.7152, 0.0722], [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]))

    many = colours(40)
    assert len(set(many)) == 40 and tuple(many[:7]) == PALETTE
    for colour in many:
        one, two = sorted([light(colour), light(ink_on(colour))])
        assert (two + 0.05) / (one + 0.05) > 3
