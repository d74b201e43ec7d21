"""What the engine itself has to say: limits, dependencies, and what nobody covers."""

from catalg.render.wording import Rule

WORDING = {
    "depends-on": Rule(
        "depends on {name}",
        "A declaration that is invalid or refuted says nothing about what is built on it. Once it is mended, everything that\n"
        "depends on it is judged.",
    ),
    "time-limit": Rule(
        "stopped at the time limit of {seconds} s",
        "Each goal runs in a worker process that is ended when the goal passes its limit; `--timeout S` sets another one.\n"
        "Nothing is concluded from a goal that was stopped.",
    ),
    "memory-limit": Rule(
        "stopped at the memory limit of {memory}",
        "The worker process may use 2 GB. Nothing is concluded from a goal that was stopped.",
    ),
    "internal-error": Rule(
        "internal error ({detail}); please report it together with this file",
        "Something went wrong inside catalg, and nothing is concluded from it. It is a mistake of the software, not of the file.",
    ),
    "claim-holds": Rule(
        "the claim holds, so that it cannot be refuted",
        "`refute X` holds when X is shown to be false. Here X was proved.",
    ),
    "no-strategy": Rule(
        "no strategy{detail!: {detail}|}",
        "None of the strategies covers this kind of goal. Neither the claim nor its negation is concluded.",
    ),
    "no-form": Rule(
        "the solution has no form as {form}",
        "`derive E as series` needs an orthogonal basis that the symmetry gives, `as matrix` a finite table of values.",
    ),
    "certified": Rule(
        "certified, {scope}",
        "A strategy proposed the solution, and a verifier that shares nothing with it but exact arithmetic has checked both\n"
        "halves on the end as declared: every element satisfies the condition on every generator (sound), and the elements\n"
        "are independent and meet an upper bound for what there can be (complete).",
    ),
    "not-certified": Rule(
        "a solution was found, but it is not proved to be {half}{why!: {why}|}",
        "Sound: every element satisfies the conditions. Complete: no solution is missing. What is not proved is not claimed.",
    ),
    "rejected": Rule(
        "internal error (the verifier rejects what the strategy {strategy} proposes); please report it together with this file",
        "Strategies are not trusted. A proposal that fails the verifier is dropped, and is a mistake of the software.",
    ),
}
