"""Query claims about a topic, sampled step by step (Dumani and Schenkel 2019, section 3)."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from debatable.embedding.words import WordVectors
from debatable.errors import DebatableError, InputError
from debatable.evaluation.annotation.desk import Person
from debatable.evaluation.claims import is_question
from debatable.evaluation.sampling import CorpusClaims, SampleDraft, corpus_claims, sampled_claims
from debatable.service.desk.forms import Choosing, Growing, Starting
from debatable.service.desk.pages import NO_STORE, DeskPages, check_lead, posted, redirect
from debatable.service.refusals import sentence
from debatable.text import words as words_of


class CorpusWords:
    """The claims and word vectors of a corpus, computed in a thread that the first call starts.

    Attributes:
        given: Whether there is a corpus at all.
        trouble: Why there are no vectors, as a sentence; empty where nothing went wrong.
    """

    def __init__(self, corpora: tuple[Path, ...]) -> None:
        """Takes the files; reads nothing yet."""
        self.given, self.trouble = bool(corpora), ""
        self._corpora = corpora
        self._folder: TemporaryDirectory[str] | None = None
        self._made: tuple[CorpusClaims, WordVectors] | None = None
        self._lock, self._thread = threading.Lock(), threading.Thread(target=self._make, daemon=True)

    def __call__(self) -> tuple[CorpusClaims, WordVectors] | None:
        """Returns claims and vectors, or None while they are being made."""
        with self._lock:
            if self.given and self._made is None and not self.trouble and self._thread.ident is None:
                self._thread.start()
        return self._made

    def _make(self) -> None:
        try:
            found = corpus_claims(self._corpora)
            self._folder = TemporaryDirectory(prefix="debatable-", ignore_cleanup_errors=True)
            self._made = found, found.vectors(Path(self._folder.name) / "vectors")
        except DebatableError as error:
            self.trouble = sentence(error)
        except OSError as error:
            self.trouble = f"the corpus cannot be read ({(error.strerror or str(error)).lower()})"


StartForm = Annotated[Starting, Depends(posted(Starting))]
GrowForm = Annotated[Growing, Depends(posted(Growing))]
ChooseForm = Annotated[Choosing, Depends(posted(Choosing))]

SIZE = 232
"""Claims that the paper drew."""


def router(pages: DeskPages, corpus: CorpusWords) -> APIRouter:
    """Returns the routes of sampling."""
    routes = APIRouter()
    _add_words(routes, pages, corpus)
    _add_claims(routes, pages, corpus)
    return routes


def _add_words(routes: APIRouter, pages: DeskPages, corpus: CorpusWords) -> None:
    """Adds the page and the steps that find the words of a topic."""

    @routes.get("/sample", response_class=HTMLResponse)
    def sample(request: Request) -> HTMLResponse:
        """How far the sample is, and its next step."""
        person = pages.lead(request)
        with pages.desk.state() as state:
            draft = state.draft
        return pages.render("sample", _view(corpus, draft), person)

    @routes.post("/sample")
    def start(request: Request, form: StartForm) -> Response:
        """Begins with words, or begins again."""
        person = _person(pages, request, form.guard)
        seeds = tuple(dict.fromkeys(word.lower() for word in words_of(form.words)))[:50]
        if seeds and (made := corpus()) is not None:
            SampleDraft(seeds).suggestions(made[1])  # raises for an unknown word
        pages.desk.draw(person.name, SampleDraft(seeds))
        return redirect("sample")

    @routes.post("/sample-words")
    def grow(request: Request, form: GrowForm) -> Response:
        """Takes what belongs to the topic, and looks for more."""
        person, draft = _person(pages, request, form.guard), _draft(pages)
        if form.rounds != draft.rounds or draft.size:
            raise InputError(
                "this round was looked through already, in another tab perhaps", todo="open the page again"
            )
        _, vectors = _made(corpus)
        suggested = draft.suggestions(vectors)
        kept = {word.lower() for word in form.kept}
        struck = (*draft.struck, *(word for word in suggested if word not in kept))
        grown = replace(draft, rounds=draft.rounds + bool(suggested), struck=struck)
        pages.desk.draw(person.name, replace(grown, size=SIZE) if form.enough else grown)
        return redirect("sample")


def _add_claims(routes: APIRouter, pages: DeskPages, corpus: CorpusWords) -> None:
    """Adds the steps that draw claims with these words."""

    @routes.post("/sample-claims")
    def choose(request: Request, form: ChooseForm) -> Response:
        """Draws claims, without those that are not wanted."""
        person, draft = _person(pages, request, form.guard), _draft(pages)
        claims, vectors = _made(corpus)
        refused = tuple(dict.fromkeys((*draft.refused, *form.refused))) if form.seed == draft.seed else ()
        drawn = replace(draft, size=form.size, seed=form.seed, refused=refused)
        _drawn(claims, drawn, vectors)  # raises for a size that is too large
        pages.desk.draw(person.name, drawn)
        return redirect("sample")

    @routes.get("/sample-queries")
    def queries(request: Request) -> Response:
        """The claims that were drawn, as the queries of a collection."""
        pages.lead(request)
        claims, vectors = _made(corpus)
        found = _drawn(claims, _draft(pages), vectors)
        lines = [orjson.dumps({"query_id": one.id, "text": one.text}) + b"\n" for one in found.queries]
        saved = {"Content-Disposition": 'attachment; filename="queries.jsonl"'}
        return Response(b"".join(lines), 200, {**NO_STORE, **saved}, "application/x-ndjson")


def _person(pages: DeskPages, request: Request, guard: str) -> Person:
    return check_lead(pages.sessions.check(request, guard))


def _draft(pages: DeskPages) -> SampleDraft:
    with pages.desk.state() as state:
        draft = state.draft
    if not draft.seeds:
        raise InputError("no sample was begun", todo="give words to begin with")
    return draft


def _made(corpus: CorpusWords) -> tuple[CorpusClaims, Any]:
    made = corpus()
    if made is None:
        raise InputError(corpus.trouble or "the words of the corpus are still being read", todo="try again")
    return made


def _drawn(claims: CorpusClaims, draft: SampleDraft, vectors: Any) -> Any:
    words = draft.vocabulary(vectors).words
    return sampled_claims(claims.claims, words, draft.size, seed=draft.seed, refused=draft.refused)


def _view(corpus: CorpusWords, draft: SampleDraft) -> dict[str, Any]:
    """Returns what the page shows: what is missing, the words, what is suggested, the claims."""
    view: dict[str, Any] = {"draft": draft, "given": corpus.given, "error": corpus.trouble}
    made = corpus()
    if made is None:
        return view
    claims, vectors = made
    view |= {"claims": len(claims.claims), "questions": sum(map(is_question, claims.claims.values()))}
    if not draft.seeds:
        return view
    try:
        view["rounds"] = draft.vocabulary(vectors).rounds
        if draft.size:
            view["sample"] = _drawn(claims, draft, vectors)
        else:
            view["suggested"] = draft.suggestions(vectors)
    except InputError as error:
        view["error"] = sentence(error)
    return view
