"""The look of the page: one column of a paper, light and dark, narrow and printed, with fonts of the system only."""

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --card: #fff; --ink: #20242b; --soft: #5d6570;
  --line: #e4e0d7; --accent: #23568f;
  --code: #f3f0e8; --proved: #1c7a45; --refuted: #b3261e; --undecided: #8d6100; --tint: #f2f6fb; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171c; --card: #1a1e25; --ink: #e4e6ea;
  --soft: #9aa3af; --line: #2d333d;
  --accent: #86b6ee; --code: #20252d; --proved: #62c98d; --refuted: #ff8a80; --undecided: #e5b454;
  --tint: #1b232e; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.06rem/1.62 "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", "Noto Serif",
  Georgia, "DejaVu Serif", serif; }
main, header, footer { max-width: 50rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 3.2rem; } footer { padding-bottom: 3rem; color: var(--soft); font-size: .86rem; }
h1, h2, .badge, .where, nav, summary, .label, footer, .number { font-family: system-ui, "Segoe UI", Roboto,
  "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .6rem; letter-spacing: -.015em;
  overflow-wrap: anywhere; }
h2 { font-size: .82rem; font-weight: 600; text-transform: uppercase; letter-spacing: .09em;
  color: var(--soft); margin: 2.8rem 0 .9rem;
  padding-bottom: .45rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.3rem; font-weight: 600; margin: 0 0 .35rem; }
p { margin: .55rem 0; overflow-wrap: break-word; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin-top: 1rem; font-size: .88rem; }
.lead { font-size: 1.14rem; color: var(--soft); } .lead p { margin: .2rem 0; }
.badge { display: inline-block; font-size: .8rem; font-weight: 600; line-height: 1.5; padding: .08rem .6rem;
  border-radius: 99px;
  border: 1px solid currentColor; white-space: nowrap; margin: 0 .35rem .25rem 0; }
.proved { color: var(--proved); } .refuted { color: var(--refuted); } .undecided { color: var(--undecided);
  }
.verdict { font-weight: 600; } .reason { color: var(--ink); }
.where { font-size: .74rem; font-weight: 400; color: var(--soft); white-space: nowrap; margin-left: .35rem;
  }
.declaration { margin: .5rem 0; overflow-x: auto; overflow-y: hidden; } .note { color: var(--soft); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 1.3rem 1.5rem 1.1rem; margin: 1.1rem 0;
  scroll-margin-top: 1rem; }
.display { display: block; overflow-x: auto; overflow-y: hidden; padding: .55rem .1rem; margin: .35rem 0;
  text-align: center; }
.theorem > .display:first-child { background: var(--tint); border-radius: 9px; padding: 1rem .9rem;
  font-size: 1.16rem; }
.display:focus { outline: none; } .display:focus-visible { outline: 2px solid var(--accent); }
math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", "Libertinus Math",
  "DejaVu Math TeX Gyre", math; font-size: 1.04em; }
.display math { font-size: 1.12em; min-width: max-content; }
mtable.array > mtr > mtd { padding: .14em .42em; } mtable.aligned > mtr > mtd { padding: .3em 0;
  text-align: left; }
mtable.aligned > mtr > mtd:first-child { text-align: right; text-align: -webkit-right; }
.wide { display: inline-block; max-width: 100%; overflow-x: auto; overflow-y: hidden;
  vertical-align: middle; padding: .1em 0; }
.nobreak { white-space: nowrap; }
details { border-top: 1px solid var(--line); margin-top: .8rem; padding-top: .65rem; }
summary { cursor: pointer; font-size: .93rem; font-weight: 600; list-style-position: outside;
  margin-left: 1.05rem; }
summary .note { font-weight: 400; } summary::marker { color: var(--soft); }
summary .badge { margin: 0 0 0 .4rem; }
.steps { margin: .6rem 0 .3rem; padding: 0 0 0 1.8rem; } .steps li { margin: .36rem 0; padding-left: .25rem;
  }
.step { overflow-x: auto; overflow-y: hidden; } .steps li::marker { color: var(--soft); font-size: .86em; }
.evidence { list-style: none; padding-left: .3rem; } .evidence li { padding-left: 1.25rem;
  position: relative; }
.evidence li::before { content: "✓"; position: absolute; left: 0; color: var(--proved); font-size: .9em; }
.rule { color: var(--soft); font-size: .76rem; font-family: ui-monospace, "DejaVu Sans Mono", monospace;
  white-space: nowrap; }
.claims { list-style: none; padding: 0; } .claims > li { border-left: 3px solid var(--line);
  padding: .1rem 0 .1rem 1rem; margin: 1.1rem 0; }
.claims > li.is-proved { border-color: var(--proved); } .claims > li.is-refuted {
  border-color: var(--refuted); }
.claims > li.is-undecided { border-color: var(--undecided); } .claims p { margin: .25rem 0; }
  .claims .display math { width: max-content; margin: 0; }
.label { display: inline-block; font-size: .8rem; font-weight: 600; color: var(--soft); }
code, pre, .source { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo,
  Consolas, monospace; }
code { font-size: .86em; background: var(--code); border-radius: 4px; padding: .1em .32em;
  overflow-wrap: anywhere; }
.squares { margin: .8rem 0; display: flex; flex-wrap: wrap; gap: .5rem 2.4rem; overflow-x: auto; }
svg { max-width: 100%; height: auto; } svg text { fill: currentColor; font: 17px "STIX Two Text",
  "Noto Serif", Georgia, "DejaVu Serif", serif;
  text-anchor: middle; dominant-baseline: middle; }
svg .side { font-size: 14px; font-style: italic; fill: var(--soft); } svg .left { text-anchor: end; }
  svg .right { text-anchor: start; }
svg .low { font-size: .7em; } svg .broken { fill: var(--refuted); font-weight: 600; } .arrow { fill: none;
  stroke: currentColor; stroke-width: 1.2; stroke-linecap: round; }
.references { font-size: .92rem; padding-left: 1.8rem; } .references li { margin: .3rem 0; }
.source { list-style: none; counter-reset: line; background: var(--code); border-radius: 12px;
  padding: 1rem .9rem 1rem 0; margin: 0; font-size: .82rem;
  line-height: 1.6; }
.source li { counter-increment: line; padding-left: 3.6rem; position: relative; white-space: pre-wrap;
  overflow-wrap: anywhere; min-height: 1.6em;
  scroll-margin-top: 30vh; tab-size: 4; }
.source li::before { content: counter(line); position: absolute; left: 0; width: 2.6rem; text-align: right;
  color: var(--soft); opacity: .75; user-select: none; }
.source li:target { background: color-mix(in srgb, var(--accent) 16%, transparent); }
.comment { color: var(--soft); font-style: italic; } .keyword { color: var(--accent); font-weight: 600; }
@media (max-width: 560px) { body { font-size: 1rem; } main, header, footer { padding-left: 1rem;
  padding-right: 1rem; }
  header { padding-top: 1.6rem; } article { padding: 1rem 1rem .8rem; border-radius: 10px; } h1 {
  font-size: 1.4rem; }
  .theorem > .display:first-child { font-size: 1rem; padding: .8rem .6rem; } .display math {
  width: max-content; margin-left: 0; }
  .source { font-size: .74rem; } .source li { padding-left: 2.7rem; } .source li::before { width: 1.9rem; }
  }
@media print { :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #000;
  --code: #fff; --tint: #fff; --proved: #000;
  --refuted: #000; --undecided: #000; } body { font-size: 10.5pt; } main, header, footer { max-width: none;
  padding: 0; } nav { display: none; }
  details::details-content { content-visibility: visible; display: block; } .theorem, .steps li, .claims > li { break-inside: avoid-page; } h2, h3 { break-after: avoid; }
  article { border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: .6rem 0; } .source {
  border: 1px solid var(--line); } }
"""
