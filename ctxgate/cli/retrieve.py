"""`ctxgate retrieve`: queries in, batches from a folder of Markdown out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
import typer

from ctxgate.batch import Batch, as_dict
from ctxgate.cli.corpora import Enable, Folder, KeepGoing, folder_given, products, say_refused
from ctxgate.cli.hints import Hints
from ctxgate.cli.messages import say
from ctxgate.cli.options import Json, NoColor, Table
from ctxgate.cli.queries import QueriesFile, Query, query_of
from ctxgate.cli.writing import JsonSink, Refusals, progress, wants_table, warn
from ctxgate.errors import InputError, UsageError
from ctxgate.retrieve.corpus import Corpus
from ctxgate.retrieve.folder import place
from ctxgate.retrieve.load import load, refusal, salvage
from ctxgate.retrieve.ranking import MAX_COVERAGE, STANDARD, Ranking

app = typer.Typer(rich_markup_mode=None)

MAX_K = 1000
MANY = 3
"""So many queries of one word each look like one query without its quotes."""

DEFAULT_COVERAGE = STANDARD.coverage


@app.command("retrieve")
def command(
    folder: Folder,
    queries: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[QUERY…]", help="Queries, each in quotes: a batch for each.", show_default=False
        ),
    ] = None,
    queries_from: Annotated[
        str | None,
        typer.Option(
            "--queries",
            metavar="FILE|-",
            show_default=False,
            help='Read queries, one a line: text, or JSON {"id", "query", "scope"}; - is standard input.',
        ),
    ] = None,
    k: Annotated[
        int,
        typer.Option(
            "-k", envvar="CTXGATE_K", min=1, max=MAX_K, metavar="N", help="Snippets a query at most."
        ),
    ] = 5,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            "--scope",
            metavar="PRODUCT",
            show_default=False,
            help="The product that is asked about, which enables it; may be given often.  "
            "[env var: CTXGATE_SCOPE, with commas]",
        ),
    ] = None,
    enable: Enable = None,
    related: Annotated[
        bool,
        typer.Option(
            "--related",
            envvar="CTXGATE_RELATED",
            help="Add the articles that the found ones name in `related`, at most as many again.",
        ),
    ] = False,
    coverage: Annotated[
        float,
        typer.Option(
            "--coverage",
            envvar="CTXGATE_COVERAGE",
            min=0,
            max=MAX_COVERAGE,
            metavar="BONUS",
            help="What covering all of the query adds to a score, as a share of it; 0 is plain BM25.",
        ),
    ] = DEFAULT_COVERAGE,
    explain: Annotated[bool, typer.Option("--explain", help="Tell each term's share of each score.")] = False,
    keep_going: KeepGoing = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", envvar="CTXGATE_STRICT", help="Write nothing at all unless every query can be read."
        ),
    ] = False,
    json: Json = False,
    table: Table = False,
    no_color: NoColor = False,
) -> int:
    """Turn a folder of Markdown articles into batches, for `ctxgate run -`: BM25, nothing but this process.

    An article that is for certain products is seen only by a query about one of them.
    """
    folder_given(folder)
    given = _given(queries, queries_from, strict=strict)
    for_people = wants_table(json=json, table=table)
    asked = products(scope, "--scope", "CTXGATE_SCOPE")
    enabled = [*asked, *products(enable, "--enable", "CTXGATE_ENABLE")]
    try:
        loaded = load(folder)
        kept = salvage(loaded) if keep_going else loaded
        corpus = Corpus(folder, enabled=enabled, ranking=Ranking(coverage=coverage), loaded=kept)
    except InputError as e:
        return say_refused(
            e,
            outcome="a folder that does not load whole is not used: nothing was retrieved "
            "(--keep-going goes on with what loads)",
        )
    warn([f"{place(loaded.folder, path)} is passed over: {why}" for path, why in kept.missing])
    warn([str(note) for note in loaded.notes])
    hints = Hints(corpus, asked)
    refusals, done = Refusals(), 0
    sink = JsonSink()
    if for_people:
        from ctxgate.render.retrieval import print_batch
    with progress("queries") as tick:
        for query in _readable(given, refusals, strict=strict):
            names = hints.scope(query)
            batch = corpus.retrieve(query.text, scope=names, k=k, related=related, explain=explain)
            batch = Batch(batch.query, batch.chunks, {**query.meta, **batch.meta})
            if not batch.chunks:
                hints.nothing_found(query, names)
            if for_people:
                print_batch(batch, explain=explain)
            else:
                sink.write((), msgspec.json.encode(_tidy(batch)) + b"\n")
            done += 1
            tick(done)
    sys.stdout.flush()
    if loaded.faults:
        return say_refused(
            refusal(loaded),
            outcome=f"{loaded.folder} does not load whole: this is what was found in the rest of it",
        )
    return refusals.exit_code(done)


def _given(queries: list[str] | None, name: str | None, *, strict: bool) -> Iterable[Query | InputError]:
    if queries and name is not None:
        raise UsageError("queries come as arguments or with --queries: give one of them")
    if name is not None:
        return QueriesFile(name, again=strict)
    if not queries:
        piped = not sys.stdin.isatty()
        hint = "Standard input is never guessed: `… | ctxgate retrieve KB --queries -` reads it."
        raise UsageError(
            "retrieve needs a query, or --queries with a file of them",
            todo=hint if piped else 'For example: `ctxgate retrieve KB "why is the cradle not charging"`.',
        )
    if "-" in queries:
        raise UsageError("- is no query", todo="`--queries -` reads queries from standard input.")
    if len(queries) >= MANY and not any(" " in query.strip() for query in queries):
        say(f"hint: {len(queries)} queries of one word each; a query of several words goes into quotes")
    return [_checked(query) for query in queries]


def _checked(text: str) -> Query | InputError:
    try:
        return query_of(text)
    except InputError as e:
        return e


def _readable(given: Iterable[Query | InputError], refusals: Refusals, *, strict: bool) -> Iterator[Query]:
    if strict:
        for query in given:
            if isinstance(query, InputError):
                query.todo = query.todo or "Nothing was written, since --strict was given."
                raise query
    for query in given:
        if isinstance(query, InputError):
            refusals.add(query)
        else:
            yield query


def _tidy(batch: Batch) -> dict[str, object]:
    value = as_dict(batch)
    query, retrieved = value.pop("query"), value.pop("retrieved")
    chunks = []
    for chunk in retrieved:
        head = {key: chunk.pop(key) for key in ("id", "source", "text", "date")}
        if head["date"] is None:
            del head["date"]
        chunks.append({**head, **chunk})
    return {
        **{key: value.pop(key) for key in ("id",) if key in value},
        "query": query,
        "retrieved": chunks,
        **value,
    }
