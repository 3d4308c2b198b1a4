import { drawPattern } from '#shared/pattern/drawing.ts';
import { tileSize } from '#shared/pattern/geometry.ts';
import type { Colours } from './colours.ts';
import { placed, rect } from './svg.ts';

/**
 * Fills an area with the studio's star pattern. `tile` is the width of one star, in units of the drawing. `seed`
 * determines the variation of the stars.
 */
export function field(seed: string, width: number, height: number, tile: number, colours: Colours): string {
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  const { stars, squares, cores } = drawPattern(seed, columns, rows);
  const outlined = `stroke="${colours.stroke}" stroke-width="1.5"`;
  const layers =
    `<path d="${stars}" fill="${colours.star}" ${outlined}/>` +
    `<path d="${squares}" fill="${colours.square}" ${outlined}/>` +
    `<path d="${cores}" fill="${colours.core}"/>`;
  const scale = tile / tileSize;
  const left = (width - columns * tile) / 2;
  const top = (height - rows * tile) / 2;
  return rect(0, 0, width, height, colours.ground) + placed(layers, left, top, scale);
}
