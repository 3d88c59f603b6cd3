"""What assistants may ask: the search as tools of the Model Context Protocol."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import ConfigDict, Field, ValidationError

from debatable.errors import (
    DebatableError,
    MissingExtraError,
    NotAnIndexError,
    OverdueError,
    StorageError,
)
from debatable.graphs import sentence
from debatable.ranking import MAX_QUERY
from debatable.service.corpus_view import similar_premises
from debatable.service.current_engine import CurrentEngine
from debatable.service.graph_cases import MOST_GRAPHS, GraphCases
from debatable.service.refusals import AWAY, Refused, bad_parameter
from debatable.service.refusals import sentence as words
from debatable.service.routes.parameters import MOST, Search, deadline_of_call
from debatable.service.search import answer_of, answer_points, placed, reason
from debatable.version import VERSION

if TYPE_CHECKING:
    from mcp.server import MCPServer

LOG = logging.getLogger("debatable.service")

TOOLS = (
    "find_arguments",
    "find_points",
    "find_similar",
    "find_counterarguments",
    "explain",
    "similar_premises",
    "find_graphs",
)

INSTRUCTIONS = (
    "Finds what people say for and against a claim, each argument once, with its sources. Write claims as whole"
    " sentences, such as 'We should abandon fossil fuels'. Cite premises by their source, and say so where a"
    " side is undecided, nothing is close or the arguments are on the nearest claims only."
)

Claim = Annotated[str, Field(max_length=MAX_QUERY, description="A claim, as a sentence.")]
Id = Annotated[str, Field(max_length=500, description="Id of a premise, from find_arguments.")]
Side = Annotated[Literal["both", "pro", "con"], Field(description="Which side; both gives each its half.")]
Many = Annotated[int, Field(ge=1, le=MOST, description="How many at most.")]
Corrects = Annotated[
    bool,
    Field(
        description="Whether misspelt words are corrected, abbreviations spelled out, and questions for reasons or "
        "opinions taken for the claim that they are about."
    ),
]
Text = Annotated[str, Field(max_length=MAX_QUERY, description="What somebody says, in their words.")]
Few = Annotated[int, Field(ge=1, le=MOST_GRAPHS, description="How many at most.")]


QUOTED = 5
"""Quotes of a point that an assistant gets."""


class Tools:
    """The tools over an index and, where there are some, argument graphs."""

    def __init__(self, current: CurrentEngine, cases: GraphCases) -> None:
        """Asks these two."""
        self._current, self._cases = current, cases

    def find_arguments(
        self, claim: Claim, stance: Side = "both", k: Many = 10, spelling: Corrects = True
    ) -> dict[str, Any]:
        """Finds the best premises for and against a claim, each said once, with source and reason."""
        asked = Search.model_validate({"q": claim, "stance": stance, "k": k, "spelling": spelling}).by(
            self._current.method
        )
        answer = answer_of(self._current.engine(), claim, asked, deadline_of_call())
        hits = [
            {
                "id": hit.premise.id,
                "stance": hit.stance.value,
                "stance_confidence": round(hit.stance_confidence, 2),
                "text": hit.premise.text,
                "claims": [one.text for one in hit.claims[:3]],
                "sources": sorted({one.url or one.source for one in hit.arguments} - {""}),
                "said_times": hit.cluster.size,
                "reason": reason(hit, answer.searched),
            }
            for hit in answer.hits
        ]
        return {
            "claim": answer.query,
            "corrected": answer.corrected,
            "closeness": answer.closeness,
            "arguments": hits,
            "remarks": list(answer.remarks),
        }

    def find_points(self, claim: Claim, k: Many = 50, spelling: Corrects = True) -> dict[str, Any]:
        """Finds the points that the debate on a claim comes down to, how many premises make each, with quotes."""
        asked = Search.model_validate({"q": claim, "k": k, "spelling": spelling}).by(self._current.method)
        engine = self._current.engine()
        points = answer_points(engine, answer_of(engine, claim, asked, deadline_of_call()))
        return {
            "claim": points.about,
            "points": [
                {
                    "stance": point.stance.value,
                    "headline": point.headline,
                    "made_by": point.count,
                    "quotes": [
                        {"premise": quote.premise, "text": quote.text, "source": quote.source}
                        for quote in point.members[:QUOTED]
                    ],
                }
                for point in points.points
            ],
            "other": len(points.other),
            "remarks": list(points.remarks),
        }

    def find_similar(self, text: Text, k: Few = 3) -> dict[str, Any]:
        """Says whether a text has been said before: the points and premises that say it, or that nobody did."""
        return self._current.engine().similar(text, k=k).as_dict()

    def find_counterarguments(self, premise: Text, k: Many = 5) -> dict[str, Any]:
        """Finds the best premises against a premise, those that speak to its very point first."""
        against = self._current.engine().counter(
            premise, k=k, method=self._current.method, deadline=deadline_of_call()
        )
        return {
            "premise": against.premise,
            "against": [
                {
                    "id": one.hit.premise.id,
                    "text": one.hit.premise.text,
                    "stance_confidence": round(one.hit.stance_confidence, 2),
                    "sources": sorted({link.url or link.source for link in one.hit.arguments} - {""}),
                }
                for one in against.premises
            ],
            "remarks": list(against.remarks),
        }

    def explain(self, claim: Claim, premise: Id) -> dict[str, Any]:
        """Says why a premise has its place for a claim, in words and with the sum behind its score."""
        asked = Search.model_validate({"q": claim}).by(self._current.method)
        rank, hit, answer = placed(self._current.engine(), asked, premise, deadline_of_call())
        return {"rank": rank, "reason": reason(hit, answer.searched), "hit": hit.as_dict(explain=True)}

    def similar_premises(self, premise: Id, k: Many = 10) -> dict[str, Any]:
        """Finds premises that say nearly the same as a given one."""
        similar = similar_premises(self._current.engine(), premise, k)
        return {
            "similar": [
                {"id": one.id, "text": one.text, "similarity": round(score, 4)} for one, score in similar
            ]
        }

    def find_graphs(self, text: Claim, k: Few = 3) -> dict[str, Any]:
        """Finds the argument graphs most similar to a sentence, with the statements that were matched."""
        hits = self._cases.search(sentence(text), k)
        return {
            "graphs": [
                {
                    "id": hit.case.id,
                    "score": round(hit.score, 4),
                    "argues_for": conclusion.text if (conclusion := hit.case.conclusion()) else "",
                    "statements": [node.text for node in hit.case.information[:50]],
                    "matched": [hit.case.node(pair.case).text for pair in hit.mapping.nodes],
                }
                for hit in hits
            ]
        }


def assistant_server(current: CurrentEngine, cases: GraphCases) -> MCPServer[Any]:
    """Returns the server of the tools.

    Raises:
        MissingExtraError: The package of the protocol is not installed.
    """
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.server.mcpserver.tools import Tool
        from mcp.types import ToolAnnotations
    except ImportError:
        raise MissingExtraError("mcp", "assistants") from None

    class Server(MCPServer):  # type: ignore[misc]  # the package may not be there
        """A server that says in a sentence which argument is wrong."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if not isinstance(error.__cause__, ValidationError):
                    raise
                mistakes = [{**one, "loc": ("body", *one["loc"])} for one in error.__cause__.errors()]
                known = next(tool.parameters["properties"] for tool in listed if tool.name == name)
                raise ToolError(bad_parameter(mistakes, known)) from None

    tools, hints = Tools(current, cases), ToolAnnotations(read_only_hint=True, open_world_hint=False)
    listed = [
        Tool.from_function(explained(getattr(tools, name), ToolError, current), annotations=hints)
        for name in TOOLS
    ]
    for tool in listed:
        _refuse_unknown(tool)
    return Server("debatable", instructions=INSTRUCTIONS, version=VERSION, log_level="WARNING", tools=listed)


def _refuse_unknown(tool: Any) -> None:
    """Has a tool refuse arguments that it does not take, which its package passes over, and say so in its schema."""

    class Known(tool.fn_metadata.arg_model):  # type: ignore[misc]
        """The arguments of the tool, and no other."""

        model_config = ConfigDict(extra="forbid")

    tool.fn_metadata.arg_model = Known
    tool.parameters["additionalProperties"] = False


def explained(
    tool: Callable[..., dict[str, Any]], refused: type[Exception], current: CurrentEngine
) -> Callable[..., dict[str, Any]]:
    """Returns a tool whose errors are sentences for the assistant, without folders of this machine."""

    @wraps(tool)
    def answered(*args: Any, **options: Any) -> dict[str, Any]:
        try:
            return current.again(lambda: tool(*args, **options))
        except Refused as error:
            raise refused(str(error.detail)) from None
        except OverdueError as error:
            raise refused(words(error)) from None
        except (StorageError, NotAnIndexError) as error:
            LOG.error("the index cannot be read: %s", error)
            raise refused(AWAY) from None
        except DebatableError as error:
            raise refused(words(error)) from None

    return answered
