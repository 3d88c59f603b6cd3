"""Questions for reasons and opinions become the claim they are about; rhetorical questions stay as they are."""

from __future__ import annotations

from itertools import product

import pytest

from debatable.evaluation.everyday import everyday_claims, specific_claims
from debatable.text import claim_asked_about


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("Why should zoos be closed?", "Zoos should be closed"),
        ("why shouldn't zoos be closed", "Zoos should not be closed"),
        ("Why should not zoos be closed?", "Zoos should not be closed"),
        ("Why should the death penalty not be abolished ?", "The death penalty should not be abolished"),
        ("WHY SHOULD HOMEWORK BE BANNED??", "Homework should be banned"),
        ("Why should we ban  homework?", "We should ban homework"),
        ("Why shouldn’t the government raise taxes?", "The government should not raise taxes"),
        ("Why must nuclear power be phased out?", "Nuclear power must be phased out"),
        ("Why should we give up meat?", "We should give up meat"),
        ("Why should voting be compulsory?", "Voting should be compulsory"),
        ("Why is homework bad for children?", "Homework is bad for children"),
        ("why are zoos so important", "Zoos are important"),
        ("Why is it wrong to eat meat?", "It is wrong to eat meat"),
        ("What are the best arguments for a four-day week?", "Arguments for a four-day week"),
        ("what's the case against zoos?", "Arguments against zoos"),
        ("What are the objections to mandatory voting?", "Arguments against mandatory voting"),
        ("What speaks against zoos?", "Arguments against zoos"),
        ("Why are so many people against zoos?", "Arguments against zoos"),
        ("Who is in favour of closing zoos?", "Arguments for closing zoos"),
        ("Why do people oppose closing zoos?", "Arguments against closing zoos"),
        ("Why do some people want to close zoos?", "Reasons to close zoos"),
        ("Why do people think zoos are cruel?", "Zoos are cruel"),
        ("Do you think zoos should be closed?", "Zoos should be closed"),
        ("do you agree that I may smoke?", "I may smoke"),
        ("Evaluate the claim that zoos are cruel.", "Zoos are cruel."),
        ("Discuss whether or not zoos should be closed", "Zoos should be closed"),
        ("opinions on zoos", "Zoos"),
        ("Your opinion about a four-day week?", "A four-day week"),
        ("What do critics say about zoos?", "Arguments against zoos"),
        ("What do the supporters say of a wealth tax?", "Arguments for a wealth tax"),
        ("Is it really true that zoos are cruel?", "Zoos are cruel"),
        ("is it true zoos are cruel", "Zoos are cruel"),
        ("True or false: zoos are cruel", "Zoos are cruel"),
        ("Would you say that zoos are cruel?", "Zoos are cruel"),
        ("Why do you think zoos are cruel?", "Zoos are cruel"),
        ("Why do people think that zoos are cruel?", "Zoos are cruel"),
        ("What makes people believe that zoos are cruel?", "Zoos are cruel"),
        ("Who argues that zoos are cruel?", "Zoos are cruel"),
        ("Convince me that zoos are cruel", "Zoos are cruel"),
        ("To what extent do you agree that zoos are cruel?", "Zoos are cruel"),
        ("To what extent is it true that zoos are cruel?", "Zoos are cruel"),
        ("Is there any evidence that homework helps?", "Homework helps"),
        ("What is the scientific evidence that homework helps?", "Homework helps"),
        ("What proof is there that homework helps?", "Homework helps"),
        ("What do you think about banning zoos?", "Banning zoos"),
        ("What does science say about nuclear power?", "Nuclear power"),
        ("What are the arguments for and against zoos?", "Zoos"),
        ("arguments for and against school uniforms", "School uniforms"),
        ("Are there social reasons for or against uniforms?", "Uniforms"),
        ("What are the main disadvantages of nuclear power?", "Arguments against nuclear power"),
        ("What are the problems with zoos?", "Arguments against zoos"),
        ("What's bad about zoos?", "Arguments against zoos"),
        ("What's good about zoos?", "Arguments for zoos"),
        ("Are there good arguments against closing zoos?", "Arguments against closing zoos"),
        ("What reasons are there for closing zoos?", "Arguments for closing zoos"),
        ("Which arguments speak against zoos?", "Arguments against zoos"),
        ("Why do so many people want school uniforms?", "Arguments for school uniforms"),
        ("Why do people hate zoos?", "Arguments against zoos"),
        ("Why is homework a problem?", "Homework is a problem"),
        ("Why do we need to ban zoos?", "We need to ban zoos"),
        ("Why should voting be made compulsory?", "Voting should be made compulsory"),
        ("Who wants to ban zoos?", "Reasons to ban zoos"),
        ("Shall we ban zoos?", "We should ban zoos"),
        ("How can we get rid of fossil fuels?", "We should get rid of fossil fuels"),
        ("How could fossil fuels be phased out?", "Fossil fuels should be phased out"),
        ("When will we finally abolish the death penalty?", "We should abolish the death penalty"),
        ("What would happen if we banned zoos?", "We should ban zoos"),
        ("What if the government made voting compulsory?", "The government should make voting compulsory"),
        ("What happens if zoos are closed?", "Zoos should be closed"),
        ("What is a basic income?", "Basic income"),
        ("How does a basic income work?", "Basic income"),
    ],
)
def test_a_question_becomes_the_claim_it_is_about(question: str, claim: str) -> None:
    assert claim_asked_about(question) == claim
    assert claim_asked_about(claim) == ""


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?",
        "Why?",
        "Zoos",
        "Should we ban zoos?",
        "Should zoos not be banned?",
        "Why should I pay for your car?",
        "Why should my taxes be raised?",
        "Teenagers may not buy a beer, so why should the voting age be lowered?",
        "Why should zoos be closed when animals like them?",
        "Why should murderers be allowed to hide in a crowd?",
        "Why should outsiders tell Spaniards to give up the matador?",
        "Why should four-fifths of the street belong to parked metal?",
        "Why should it be banned?",
        "Why is it bad?",
        "Why is the sky blue?",
        "Why not ban homework?",
        "What is wrong with homework?",
        "What is wrong?",
        "What are the pros and cons of zoos?",
        "What are the benefits and risks of nuclear power?",
        "Why do we need zoos?",
        "Why do you think I care?",
        "Who wants zoos?",
        "Who wants to live forever?",
        "Who thinks that my dog is ugly?",
        "Is it true?",
        "Is it true of zoos?",
        "Convince me to eat meat",
        "How can I ban my neighbour's dog?",
        "How can we ban zoos when children love them?",
        "How does it work?",
        "When will schools close?",
        "What if it were banned?",
        "What if we lived on Mars?",
        "What is the capital of Mongolia?",
        "Who painted the Night Watch?",
        "Why should zoos be closed? They are fun!",
        "Why should " + "very " * 20 + "old zoos be closed?",
        "Warum sollten Zoos geschlossen werden?",
        "why " * 2_000,
        "why is " + "a " * 2_000 + "good",
        "what are the " + "very " * 2_000 + "cons of zoos",
    ],
)
def test_any_other_query_stays_as_it_is(query: str) -> None:
    assert claim_asked_about(query) == ""


def test_no_everyday_claim_is_taken_for_a_question_for_reasons() -> None:
    texts: list[str] = []
    for half, name in product(("build", "report"), ("bundled", "debatepedia")):
        texts += [claim.text for claim in everyday_claims(half, name)]
        texts += [claim.text for claim in specific_claims(half, name)]
    assert len(texts) > 900
    assert [text for text in texts if claim_asked_about(text)] == []
