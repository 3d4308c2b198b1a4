import { pathOf } from '#shared/pattern/geometry.ts';
import { octagonStar } from '#shared/pattern/star.ts';
import { colours as byPalette, type Palette } from './colours.ts';
import { widthOfWord, word } from './letters.ts';
import { placed, rect, shape, svg } from './svg.ts';

/**
 * Square picture for a technology, used instead of its real logo: its short name in the studio's letters on a star.
 */
export interface Tile {
  text: string;
  palette: Palette;
}

/** Returns a square SVG document that is `size` units wide and high. */
export function drawTile({ text, palette }: Tile, size: number): string {
  const { panel, ink, shade } = byPalette[palette];
  const star = pathOf(octagonStar({ x: 0, y: 0 }, () => 40));
  const height = size * (text.length > 2 ? 0.24 : 0.32);
  const width = widthOfWord(text, height);
  return svg(
    size,
    size,
    rect(0, 0, size, size, panel, size * 0.14) +
      placed(shape(star, shade), size / 2, size / 2, size / 106) +
      word(text, (size - width) / 2, (size - height) / 2, height, ink),
  );
}
