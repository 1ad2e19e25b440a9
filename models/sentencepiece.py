"""Read a SentencePiece unigram model into a tokenizer of the tokenizers library.

The file is a protobuf ModelProto: field 1 the pieces (1 text, 2 score), field 3 the normaliser (2 its character map).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

UNKNOWN, START, END = 0, 1, 2


def read_pieces(path: Path) -> list[tuple[str, float]]:
    """The pieces and their scores (log probabilities), by number."""
    return [_read_piece(value) for field, value in _fields(path.read_bytes()) if field == 1]


def read_characters(path: Path) -> bytes:
    """The character map of the normaliser."""
    normalizer = next(value for field, value in _fields(path.read_bytes()) if field == 3)
    return next(value for field, value in _fields(normalizer) if field == 2)


def make_unigram(pieces: list[tuple[str, float]], characters: bytes) -> Tokenizer:
    """The tokenizer of a unigram model whose first pieces are unknown, start and end of text."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=UNKNOWN, byte_fallback=False))
    steps = [normalizers.Precompiled(characters), normalizers.Strip(), normalizers.Replace(Regex(" {2,}"), " ")]
    tokenizer.normalizer = normalizers.Sequence(steps)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    start, end = pieces[START][0], pieces[END][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=[(start, START), (end, END)]
    )
    return tokenizer


def _read_piece(data: bytes) -> tuple[str, float]:
    text, score = "", 0.0
    for field, value in _fields(data):
        if field == 1:
            text = value.decode("utf-8")
        elif field == 2:
            score = struct.unpack("<f", value)[0]
    return text, score


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protobuf message, as their raw bytes."""
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        wire = key & 7
        if wire == 0:
            start = position
            _, position = _varint(data, position)
            yield key >> 3, data[start:position]
            continue
        length = {1: 8, 5: 4}.get(wire)
        if length is None:
            length, position = _varint(data, position)
        yield key >> 3, data[position : position + length]
        position += length


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
