"""A declaration in another form than its file asks for: the same specification with one `derive` statement more."""

from __future__ import annotations

from dataclasses import replace

from catalg.engine.check import Examination
from catalg.engine.outcome import Result
from catalg.engine.worker import Worker


def in_form(found: Examination, index: int, form: str, worker: Worker) -> Result:
    """The answer to `derive NAME as form`, by a worker that nothing else uses."""
    assert found.specification is not None
    item = found.specification.items[index]
    asked = replace(item, kind="derive", form=form, depends=(*item.depends, item.name), asserted=False)
    specification = replace(found.specification, items=(*found.specification.items, asked))
    again = Examination(found.path, found.source, found.diagnostics, specification, worker, found.progress)
    return again.result(len(specification.items) - 1)
