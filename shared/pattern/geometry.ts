export interface Point {
  x: number;
  y: number;
}

/** Width of a tile, in units of the drawing. */
export const tileSize = 100;

/** The area that a pattern fills, and how this drawing of the pattern differs from others. */
export interface Field {
  /** Tiles across and down. */
  columns: number;
  rows: number;
  /** Returns the drift at a point, from 0 to 1. Each pattern changes a measure of its shapes by the drift. */
  shareAt: (point: Point) => number;
  /** Returns true if the next shape has a core. Has to be called once for each shape that could have one. */
  hasCore: () => boolean;
}

/** The path data of a pattern by colour. The names of the layers are those of the colours in `Theme.art`. */
export interface Layers {
  /** The large shapes. In most palettes they differ little from the ground. */
  stars: string;
  /** The shapes that stand out from the ground. */
  squares: string;
  /** Small shapes in the middle of some of the others. */
  cores: string;
}

/**
 * Returns an outline as SVG path data in whole units: half a unit is invisible. Corners are relative to the previous
 * one, which saves a third of the bytes: a page has several drawings of some hundred stars.
 */
export function pathOf(points: Point[]): string {
  let from: Point = { x: 0, y: 0 };
  const [start, ...ways] = points.map((point) => {
    const to = { x: Math.round(point.x), y: Math.round(point.y) };
    const way = `${to.x - from.x} ${to.y - from.y}`;
    from = to;
    return way;
  });
  // Drops the space before a minus sign, which itself separates two numbers.
  return `M${start}l${ways.join(' ')}z`.replaceAll(' -', '-');
}
