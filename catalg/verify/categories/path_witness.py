"""Why two paths are not equal, in the facts of a counterexample about something else that rests on it."""

from __future__ import annotations

from catalg.model.verdict import Fact, Judgement


def path_witness(judgement: Judgement) -> dict[str, Fact]:
    """The facts that show it: a separating functor, two normal forms, a class that is listed, or a path by itself.

    Their names begin with `why`; those of the other kinds are left out.
    """
    if judgement.counterexample is None:
        return {}
    facts = judgement.counterexample.as_dict()
    match judgement.counterexample.rule:
        case "separating-functor":
            return {
                "why_tables": facts["tables"], "why_element": facts["element"], "why_first": facts["left_value"],
                "why_second": facts["right_value"],
            }
        case "normal-forms":
            return {"why_normal": facts["left_normal"], "why_other_normal": facts["right_normal"]}
        case "exhausted-class":
            return {"why_path": facts["path"], "why_members": facts["members"]}
        case "nothing-applies":
            return {"why_alone": facts["path"]}
        case _:
            return {}
