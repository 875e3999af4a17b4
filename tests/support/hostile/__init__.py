"""Batches that are built to be slow: many chunks or much text, hostile and honest, each of a shape of its own."""

from __future__ import annotations

from hostile.answers import (
    bare_numbers,
    denials,
    few_quantities_each,
    long_names,
    many_entities,
    many_names,
    many_particulars,
    many_quantities_asked,
    many_query_terms,
    one_name_each,
    one_number_each,
    phrases,
    qualified_quantities,
    quantities_of_one_unit,
    shared_first_names,
    states,
    titles,
    two_camps,
    unbroken_quantities,
)
from hostile.comparisons import (
    changelogs,
    dated_near_copies,
    dates_table,
    equal_chunks,
    headings,
    hosts,
    identical_dates,
    imitated_sources,
    long_sources,
    many_edits,
    near_copies,
    near_copies_asked_at_length,
    near_copies_in_the_middle,
    one_date_each,
    one_source_equal_dates,
    one_source_other_dates,
    paths_by_day,
    price_lists,
    release_notes,
    repeated_sentence,
    same_price_lists,
    thousand_versions,
    versions_in_paths,
)
from hostile.making import Batch, Shape
from hostile.texts import (
    base64,
    chinese,
    chinese_copies,
    code,
    codes_within_codes,
    cyrillic,
    half_a_megabyte_each,
    hyphens,
    identifiers,
    injections,
    lines_of_dates,
    links,
    long_prose,
    long_query,
    markdown,
    marks,
    mixed_disguises,
    one_chunk,
    orders,
    shared_prefixes,
    shared_vocabulary,
    single_letters,
    spaces,
)

__all__ = ["SHAPES", "Batch", "Shape"]

SHAPES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        release_notes, price_lists, same_price_lists, versions_in_paths, thousand_versions, near_copies,
        near_copies_in_the_middle, many_edits, dated_near_copies, equal_chunks, one_source_equal_dates,
        one_source_other_dates, dates_table, one_date_each, identical_dates, quantities_of_one_unit,
        few_quantities_each, qualified_quantities, one_number_each, one_name_each, many_names, shared_first_names,
        two_camps, denials, states, phrases, one_chunk, half_a_megabyte_each, shared_vocabulary, long_prose,
        imitated_sources, long_sources, hosts, paths_by_day, changelogs, headings, repeated_sentence, injections,
        chinese, chinese_copies, cyrillic, long_query, many_query_terms, many_entities, many_quantities_asked,
        identifiers, hyphens, lines_of_dates, titles, long_names, shared_prefixes, single_letters, spaces, code,
        links, base64, marks, unbroken_quantities, bare_numbers, many_particulars, orders,
        near_copies_asked_at_length, mixed_disguises, codes_within_codes, markdown,
    )
}  # fmt: skip
"""Every shape by its name."""
