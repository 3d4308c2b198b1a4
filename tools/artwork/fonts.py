"""
Makes the font files of client/ui/fonts from the packages @fontsource-variable/*: the letters that pages use, the axes
that pages use, and a small table of kerning. Needs fontTools and Brotli (Debian: python3-fonttools python3-brotli).

    python3 tools/artwork/fonts.py

Run it again for a release of a face. client/ui/fonts/README.md says what was left out and why.
"""

import io
import re
from itertools import combinations, product
from pathlib import Path

from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "client/ui/fonts"
STYLES = (ROOT / "client/ui/fonts.css").read_text()
PACKAGES = ROOT / "node_modules/@fontsource-variable"

BRICOLAGE = "bricolage-grotesque/files/bricolage-grotesque-{}-opsz-normal.woff2"
INSTRUMENT = "instrument-sans/files/instrument-sans-{}-wght-{}.woff2"

# One weight for 700 and 800, and headlines between 18 and 132 px. Kerning is that of a headline of 48 px.
HEADLINE = ({"wght": 760, "opsz": (18, 96)}, {"wght": 760, "opsz": 48})
# Kerning is that of a weight between text and bold.
TEXT = ({"wght": (400, 700)}, {"wght": 480})
# Emphasis in a text is short; bold emphasis is thickened by the browser.
EMPHASIS = ({"wght": 440}, {"wght": 440})

FILES = {
    "bricolage-grotesque-common": (BRICOLAGE.format("latin"), HEADLINE),
    "bricolage-grotesque-latin": (BRICOLAGE.format("latin"), HEADLINE),
    "bricolage-grotesque-latin-ext": (BRICOLAGE.format("latin-ext"), HEADLINE),
    "instrument-sans-common": (INSTRUMENT.format("latin", "normal"), TEXT),
    "instrument-sans-latin": (INSTRUMENT.format("latin", "normal"), TEXT),
    "instrument-sans-italic": (INSTRUMENT.format("latin", "italic"), EMPHASIS),
}

# Features of text and of tables of numbers. The faces also have fractions and alternates, which no page uses.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum"]

# Thousandths of the size of the text. Kerning below the first is dropped, letters whose kerning differs by no more than
# the second are kerned alike, and values are multiples of the third. In text the letters are then within a tenth of a
# pixel of their place, in the largest headline within one.
SMALLEST_KERNING = 8
SAME_KERNING = 12
STEP_OF_KERNING = 4


def characters_of(name: str) -> list[int]:
    """Returns the characters of the `unicode-range` that client/ui/fonts.css gives to this file."""
    rule = re.search(re.escape(f"fonts/{name}.woff2") + r"[^}]*unicode-range:([^;]*);", STYLES)
    if not rule:
        raise SystemExit(f"client/ui/fonts.css has no unicode-range for {name}.woff2.")
    ranges = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", rule[1])
    return [code for first, last in ranges for code in range(int(first, 16), int(last or first, 16) + 1)]


def subset_of(font: TTFont, characters: list[int]) -> None:
    options = subset.Options()
    options.layout_features = FEATURES
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [1, 2, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def kerning_of(font: TTFont) -> dict[tuple[str, str], int]:
    """Returns the kerning between each two glyphs of a font without axes, in its units."""
    table = font["GPOS"].table
    lookups = sorted(
        {
            index
            for record in table.FeatureList.FeatureRecord
            if record.FeatureTag == "kern"
            for index in record.Feature.LookupListIndex
        }
    )
    glyphs = font.getGlyphOrder()
    pairs: dict[tuple[str, str], int] = {}
    for index in lookups:
        lookup = table.LookupList.Lookup[index]
        found: set[tuple[str, str]] = set()
        for part in lookup.SubTable:
            part = getattr(part, "ExtSubTable", part)
            for left in part.Coverage.glyphs:
                for right, value in values_after(part, left, glyphs):
                    # Of the parts of a lookup, the first that has both letters counts.
                    if (left, right) not in found:
                        found.add((left, right))
                        pairs[left, right] = pairs.get((left, right), 0) + value
    return pairs


def values_after(part, left: str, glyphs: list[str]) -> list[tuple[str, int]]:
    advance = lambda record: getattr(record.Value1, "XAdvance", 0) if record.Value1 else 0
    if part.Format == 1:
        records = part.PairSet[part.Coverage.glyphs.index(left)].PairValueRecord
        return [(record.SecondGlyph, advance(record)) for record in records]
    row = part.Class1Record[part.ClassDef1.classDefs.get(left, 0)].Class2Record
    return [(right, advance(row[part.ClassDef2.classDefs.get(right, 0)])) for right in glyphs]


def alike(rows: dict[str, list[int]], tolerance: float) -> list[list[str]]:
    """Groups glyphs, the most similar first, so that no two rows of a group differ by more than the tolerance."""
    groups = [(row, row, [glyph]) for glyph, row in rows.items()]

    def joined(one, other):
        return list(map(min, one[0], other[0])), list(map(max, one[1], other[1])), one[2] + other[2]

    def difference(one, other) -> int:
        low, high, _ = joined(one, other)
        return max(top - bottom for bottom, top in zip(low, high))

    while True:
        pairs = [(difference(one, other), one, other) for one, other in combinations(groups, 2)]
        least, one, other = min(pairs, key=lambda pair: pair[0])
        if least > tolerance:
            return [members for _, _, members in groups]
        groups = [group for group in groups if group not in (one, other)] + [joined(one, other)]


def simple_kerning(pairs: dict[tuple[str, str], int], glyphs: list[str], size: int) -> str:
    """Returns the kerning as a feature file: groups of letters instead of letters, and no kerning that nobody sees."""
    unit = size / 1000
    visible = {pair: value for pair, value in pairs.items() if abs(value) >= SMALLEST_KERNING * unit}
    value = lambda left, right: visible.get((left, right), 0)
    lefts = alike({left: [value(left, right) for right in glyphs] for left in glyphs}, SAME_KERNING * unit)
    rights = alike({right: [value(left, right) for left in glyphs] for right in glyphs}, SAME_KERNING * unit)
    step = STEP_OF_KERNING * unit
    lines = []
    for left, right in product(lefts, rights):
        values = [value(a, b) for a in left for b in right]
        middle = round(round((min(values) + max(values)) / 2 / step) * step)
        if middle:
            lines.append(f"pos [{' '.join(left)}] [{' '.join(right)}] {middle};")
    return "feature kern {\n" + "\n".join(lines) + "\n} kern;"


def make(name: str, source: str, axes: dict, kerned_at: dict) -> None:
    def opened(limits: dict) -> TTFont:
        font = TTFont(PACKAGES / source)
        subset_of(font, characters_of(name))
        known = {axis.axisTag for axis in font["fvar"].axes}
        return instantiateVariableFont(font, {tag: at for tag, at in limits.items() if tag in known})

    font = opened(axes)
    # The usual letters, for which pages wait. They have no accents to attach, so kerning is all that the table has.
    if "-latin" not in name:
        still = opened(kerned_at)
        kerning = simple_kerning(kerning_of(still), still.getGlyphOrder(), still["head"].unitsPerEm)
        addOpenTypeFeaturesFromString(font, kerning, tables=["GPOS"])
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    target = FOLDER / f"{name}.woff2"
    before = target.stat().st_size if target.exists() else 0
    target.write_bytes(written.getvalue())
    print(f"{name}: {before} -> {len(written.getvalue())} bytes")


if __name__ == "__main__":
    for name, (source, (axes, kerned_at)) in FILES.items():
        make(name, source, axes, kerned_at)
