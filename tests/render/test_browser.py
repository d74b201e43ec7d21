"""Exported pages in a real browser: wide and narrow, light and dark, folding, formulas that are drawn, and no network."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalg.engine.check import examine
from catalg.engine.limits import Limits
from catalg.engine.worker import Worker
from catalg.render.html.page import document
from tests.render.browser import CHROMIUM, Browser

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAMES = ("zonal", "steerable_plane", "graph_maps", "quartz", "optics", "coends")

OVERFLOWING = """[...document.querySelectorAll('body *')].filter(e => {
  if (e.getBoundingClientRect().right <= innerWidth + 1) return false;
  for (let p = e.parentElement; p; p = p.parentElement)
    if (getComputedStyle(p).overflowX !== 'visible') return false;
  return true;
}).map(e => e.tagName + ' ' + e.textContent.slice(0, 60))"""
FLAT = """[...document.querySelectorAll('math')].filter(e => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility() && (box.width < 2 || box.height < 5);
}).length"""
GROUND = "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number)"
INK = "getComputedStyle(document.body).color.match(/[0-9]+/g).slice(0, 3).map(Number)"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    with Worker(Limits(seconds=20)) as worker:
        for name in NAMES:
            text = (EXAMPLES / f"{name}.cat").read_text(encoding="utf-8")
            page = document(examine(f"{name}.cat", worker, text=text).report())
            folder.joinpath(f"{name}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with Browser(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_its_window_draws_its_formulas_and_asks_for_nothing(pages, browser, name):
    path = pages / f"{name}.html"
    for width, phone in ((1100, False), (390, True), (340, True)):
        browser.open(path, width=width, phone=phone)
        assert browser.requests == [path.as_uri()]
        assert browser.value("document.documentElement.scrollWidth") <= width
        assert browser.value(OVERFLOWING) == []
        assert browser.value("document.querySelectorAll('math').length") > 5
        assert browser.value(FLAT) == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_follow_the_system(pages, browser, scheme):
    browser.open(pages / "zonal.html", scheme=scheme)
    ground, ink = sum(browser.value(GROUND)) / 3, sum(browser.value(INK)) / 3
    assert (ground > 230 and ink < 80) if scheme == "light" else (ground < 50 and ink > 200)
    colours = "[...document.querySelectorAll('math, svg text, .badge, code')].map(e => getComputedStyle(e).color)"
    assert browser.value(GROUND.replace(".match(/[0-9]+/g).slice(0, 3).map(Number)", "")) not in browser.value(colours)


def test_derivations_and_certificates_fold(pages, browser):
    browser.open(pages / "steerable_plane.html")
    state = "[...document.querySelectorAll('details')].map(e => e.open)"
    before = browser.value(state)
    assert before == [True, False]
    for number in (0, 1):
        browser.value(f"document.querySelectorAll('summary')[{number}].scrollIntoView({{block: 'center', behavior: 'instant'}})")
        place = f"(box => [box.x + 20, box.y + box.height/2])(document.querySelectorAll('summary')[{number}].getBoundingClientRect())"
        browser.click(*browser.value(place))
    assert browser.value(state) == [False, True]
    assert browser.value("document.querySelector('.evidence').checkVisibility()")
    assert not browser.value("document.querySelector('.steps').checkVisibility()")


def test_squares_are_drawn(pages, browser):
    browser.open(pages / "graph_maps.html")
    sizes = browser.value("[...document.querySelectorAll('svg')].map(e => [e.getBoundingClientRect().width, e.getBoundingClientRect().height])")
    assert sizes and all(width > 60 and height > 60 for width, height in sizes)


def test_places_lead_to_the_lines_of_the_source(pages, browser):
    browser.open(pages / "zonal.html")
    targets = "[...document.querySelectorAll('a[href^=\"#\"]')].map(e => document.getElementById(e.getAttribute('href').slice(1)) !== null)"
    found = browser.value(targets)
    assert len(found) > 5 and all(found)
