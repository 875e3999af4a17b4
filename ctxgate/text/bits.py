"""Sets of small numbers as the bits of one integer: what thousands of chunks have in common costs a few operations.

Counting how often each number occurs in many such sets is bit-sliced: plane k holds the bit 2^k of every
number's count, so that adding a set is a few operations on whole integers, whatever it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def members(bits: int) -> Iterator[int]:
    """Yield the numbers in a set, in ascending order."""
    if bits.bit_count() * _SPARSE < bits.bit_length():
        while bits:
            low = bits & -bits
            yield low.bit_length() - 1
            bits ^= low
        return
    digits = bin(bits)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


_SPARSE = 256
"""A set of fewer than one number in so many is walked from bit to bit, any other one as digits."""


def first_members(bits: int, most: int) -> list[int]:
    """Return the lowest numbers in a set, in order, at most so many."""
    found: list[int] = []
    while bits and len(found) < most:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def set_of(numbers: Iterable[int]) -> int:
    """Return the set of these numbers."""
    ordered = sorted(numbers)
    if len(ordered) < _FEW:
        found = 0
        for number in ordered:
            found |= 1 << number
        return found
    whole = bytearray(ordered[-1] // 8 + 1)
    for number in ordered:
        whole[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(whole, "little")


_FEW = 16


def union(sets: Iterable[int]) -> int:
    """Return what is in any of the sets."""
    found = 0
    for one in sets:
        found |= one
    return found


def all_below(size: int) -> int:
    """Return the set of all numbers below `size`."""
    return (1 << size) - 1


def counted(sets: Iterable[int]) -> list[int]:
    """Return how often each number occurs in the sets, as planes: the bit 2^k of every count, for k = 0, 1, …"""
    planes: list[int] = []
    for one in sets:
        carry, k = one, 0
        while carry:
            if k == len(planes):
                planes.append(carry)
                break
            planes[k], carry = planes[k] ^ carry, planes[k] & carry
            k += 1
    return planes


def at_least(planes: Sequence[int], count: int, among: int) -> int:
    """Return the numbers in `among` that were counted at least `count` times, 1 or more."""
    if count >= 1 << len(planes):
        return 0
    more, equal = 0, among
    for k in range(len(planes) - 1, -1, -1):
        if count >> k & 1:
            equal &= planes[k]
        else:
            more |= equal & planes[k]
            equal &= ~planes[k]
    return more | equal
