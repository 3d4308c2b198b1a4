import { type Field, type Layers, type Point, pathOf, tileSize } from './geometry.ts';

/**
 * A diagonal weave. Bands rise to the right and fall to the right, and cross in the corners and in the centres of the
 * tiles. In a corner the rising band is on top, in a centre the falling one, so every band goes over and under in turn.
 * Over the field one kind of band grows wider while the other grows narrower.
 */
export function drawWeave({ columns, rows, shareAt, hasCore }: Field): Layers {
  const layers = { stars: '', squares: '', cores: '' };
  const rising: Band = { slope: -1, halfWidth: (point) => 20 - 9 * shareAt(point) };
  const falling: Band = { slope: 1, halfWidth: (point) => 5 + 17 * shareAt(point) };
  for (let row = 0; row <= 2 * rows; row++) {
    for (let column = 0; column <= 2 * columns; column++) {
      const point = { x: column * half, y: row * half };
      if ((row + column) % 2 === 0) {
        if (row % 2 === 0) layers.stars += pathOf(overpass(point, rising, falling));
        else layers.squares += pathOf(overpass(point, falling, rising));
      } else if (hasCore()) {
        const gap = between - rising.halfWidth(point) - falling.halfWidth(point);
        layers.cores += pathOf(diamond(point, gap * 0.3));
      }
    }
  }
  return layers;
}

interface Band {
  /** 1 for a band that falls to the right, −1 for one that rises. */
  slope: 1 | -1;
  halfWidth: (point: Point) => number;
}

const half = tileSize / 2;
/** The distance between two crossings of a band. */
const between = half * Math.SQRT2;

/**
 * Returns the visible part of a band that is on top at a crossing: it ends where the band goes under the next ones
 * that it crosses.
 */
function overpass(crossing: Point, { slope, halfWidth }: Band, other: Band): Point[] {
  const corners = ([-1, 1] as const).map((way) => {
    const next = { x: crossing.x + way * half, y: crossing.y + way * slope * half };
    const along = (way * (between - other.halfWidth(next))) / Math.SQRT2;
    const end = { x: crossing.x + along, y: crossing.y + slope * along };
    const aside = halfWidth(end) / Math.SQRT2;
    return [
      { x: end.x - slope * aside, y: end.y + aside },
      { x: end.x + slope * aside, y: end.y - aside },
    ];
  });
  return [...(corners[0] ?? []), ...(corners[1] ?? []).reverse()];
}

function diamond({ x, y }: Point, reach: number): Point[] {
  return [
    { x, y: y - reach },
    { x: x + reach, y },
    { x, y: y + reach },
    { x: x - reach, y },
  ];
}
