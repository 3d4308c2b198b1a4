interface Point {
  x: number;
  y: number;
}

/** Width of a tile, in units of the drawing. */
export const tileSize = 100;

/** The area that a pattern fills, and how this drawing of the pattern differs from others. */
interface Field {
  /** Tiles across and down. */
  columns: number;
  rows: number;
  /** Returns the drift at a point, from 0 to 1. Each pattern changes a measure of its shapes by the drift. */
  shareAt: (point: Point) => number;
  /** Returns true if the next shape has a core. Has to be called once for each shape that could have one. */
  hasCore: () => boolean;
}

/** The path data of a pattern by colour. The names of the layers are those of the colours in `Theme.art`. */
interface Layers {
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
function pathOf(points: Point[]) {
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

/**
 * Eight-fold star patterns by polygons in contact (E. H. Hankin, 1925), on the tiling of octagons and squares. From
 * the middle of every edge two rays run into the tile at an angle to the edge's normal, and end where they meet the
 * rays of the next edge. The angle depends on the position of the edge, so lines join across tiles while stars open
 * and close over the field.
 */

/**
 * The smallest and largest angle between a ray and the normal, in degrees. Beyond 45 the rays of a square no longer
 * meet.
 */
const minAngle = 12;
const maxAngle = 43;

const octagonApothem = tileSize / 2;
const squareApothem = octagonApothem * Math.tan(Math.PI / 8);

/** Returns the angle at a point of the drawing, in degrees. */
type AngleAt = (point: Point) => number;

/** Returns the star in an octagon around `centre`: 16 corners, alternately edge middles and meeting points. */
function octagonStar(centre: Point, angleAt: AngleAt): Point[] {
  return star(centre, octagonApothem, 8, 0, angleAt);
}

/** Returns the star in the square between four octagons: 8 corners. */
function squareStar(centre: Point, angleAt: AngleAt): Point[] {
  return star(centre, squareApothem, 4, Math.PI / 4, angleAt);
}

function star(centre: Point, apothem: number, edges: number, turn: number, angleAt: AngleAt): Point[] {
  const middles = Array.from({ length: edges }, (_, edge) => {
    const outward = turn + (edge * 2 * Math.PI) / edges;
    const point = {
      x: centre.x + apothem * Math.cos(outward),
      y: centre.y + apothem * Math.sin(outward),
    };
    return { point, inward: outward + Math.PI, angle: (angleAt(point) * Math.PI) / 180 };
  });
  return middles.flatMap((middle, edge) => {
    const next = middles[(edge + 1) % edges] ?? middle;
    return [
      middle.point,
      meet(middle.point, middle.inward - middle.angle, next.point, next.inward + next.angle),
    ];
  });
}

/** Returns the point where two rays cross, each given by a point and a direction in radians. */
function meet(a: Point, aDirection: number, b: Point, bDirection: number): Point {
  const ax = Math.cos(aDirection);
  const ay = Math.sin(aDirection);
  const bx = Math.cos(bDirection);
  const by = Math.sin(bDirection);
  const along = ((b.x - a.x) * by - (b.y - a.y) * bx) / (ax * by - ay * bx);
  return { x: a.x + along * ax, y: a.y + along * ay };
}

const radius = tileSize / 2;
/** The smallest and the largest radius of a disc in a wave. */
const minDisc = 14;
const maxDisc = 41;

/**
 * Rows of half circles that overlap like scales, every second row moved by half a tile. Each has a half disc in it,
 * which grows over the field.
 */
function drawWaves({ columns, rows, shareAt, hasCore }: Field): Layers {
  const layers = { stars: '', squares: '', cores: '' };
  for (let row = 0; row <= 2 * rows + 1; row++) {
    const y = row * radius;
    const start = row % 2 === 0 ? 0 : radius;
    // One line over all waves of a row. It is filled down to `y`, and drawn without the straight edge there.
    layers.stars += `M${start - radius} ${y}${arc(radius).repeat(columns + 1)}`;
    for (let column = 0; column <= columns; column++) {
      const x = start + column * tileSize;
      const disc = Math.round(minDisc + (maxDisc - minDisc) * shareAt({ x, y }));
      layers.squares += halfDisc(x, y, disc);
      if (hasCore()) layers.cores += halfDisc(x, y, Math.round(disc * 0.45));
    }
  }
  return layers;
}

const arc = (size: number) => `a${size} ${size} 0 0 1 ${2 * size} 0`;
const halfDisc = (x: number, y: number, size: number) => `M${x - size} ${y}${arc(size)}z`;

export const palettes = ['accent', 'ink', 'signal', 'paper'] as const;
export type Palette = (typeof palettes)[number];

/** The patterns that a company can choose from (`brand.pattern`). The first is the default. */
export const patternNames = ['star', 'weave', 'waves'] as const;
export type PatternName = (typeof patternNames)[number];

/** A pattern as path data by layer. */
export interface Drawing extends Layers {
  width: number;
  height: number;
  palette: Palette;
}

/**
 * Returns a number for a seed (FNV-1a), from 1 to 2³² − 1, from which the drawing is made. The same text gives the
 * same number on the server and in the browser.
 */
export function seedNumber(seed: string) {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return state || 1;
}

/** Returns the palette of a drawing for which none is given. */
export function paletteOf(number: number) {
  return paletteFrom(randomFrom(number));
}

const draw: Record<PatternName, (field: Field) => Layers> = {
  star: drawStars,
  weave: drawWeave,
  waves: drawWaves,
};

/** Draws a pattern. The same seed, or its number, always gives the same drawing. */
export function drawPattern(
  seed: string | number,
  columns: number,
  rows: number,
  name: PatternName = 'star',
): Drawing {
  const random = randomFrom(typeof seed === 'string' ? seedNumber(seed) : seed);
  const palette = paletteFrom(random);
  const width = columns * tileSize;
  const height = rows * tileSize;
  const shareAt = drift(random, width, height);
  const share = 0.15 + random() * 0.35;
  const hasCore = () => random() < share;
  return { width, height, palette, ...draw[name]({ columns, rows, shareAt, hasCore }) };
}

function drawStars({ columns, rows, shareAt, hasCore }: Field): Layers {
  const angleAt = (point: Point) => minAngle + (maxAngle - minAngle) * shareAt(point);
  const layers = { stars: '', squares: '', cores: '' };
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      layers.squares += pathOf(squareStar({ x: column * tileSize, y: row * tileSize }, angleAt));
      if (row === rows || column === columns) continue;
      const centre = { x: (column + 0.5) * tileSize, y: (row + 0.5) * tileSize };
      const outline = octagonStar(centre, angleAt);
      layers.stars += pathOf(outline);
      if (hasCore()) layers.cores += pathOf(shrink(outline, centre, 0.42));
    }
  }
  return layers;
}

/**
 * Returns the function that gives the drift of the pattern at a point: from 0 to 1 along a direction that depends on
 * the seed.
 */
function drift(random: () => number, width: number, height: number): Field['shareAt'] {
  const direction = random() * 2 * Math.PI;
  const x = Math.cos(direction);
  const y = Math.sin(direction);
  const reach = (Math.abs(x) * width + Math.abs(y) * height) / 2;
  return (point) => {
    const along = ((point.x - width / 2) * x + (point.y - height / 2) * y) / reach;
    return Math.min(1, Math.max(0, (along + 1) / 2));
  };
}

/** Returns a smaller star, turned by half a point, so that its tips point between those of the large one. */
function shrink(points: Point[], centre: Point, scale: number): Point[] {
  const turn = Math.PI / 8;
  return points.map(({ x, y }) => {
    const dx = (x - centre.x) * scale;
    const dy = (y - centre.y) * scale;
    return {
      x: centre.x + dx * Math.cos(turn) - dy * Math.sin(turn),
      y: centre.y + dx * Math.sin(turn) + dy * Math.cos(turn),
    };
  });
}

function paletteFrom(random: () => number) {
  return palettes[Math.floor(random() * palettes.length)] ?? 'accent';
}

/**
 * Returns a function that returns pseudo-random numbers from 0 to 1 (xorshift). The same `start` always gives the
 * same numbers.
 */
function randomFrom(start: number) {
  let state = start;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
  // Skips the first numbers: they are similar for seeds that differ by one letter.
  for (let skipped = 0; skipped < 8; skipped++) next();
  return next;
}

/**
 * A diagonal weave. Bands rise to the right and fall to the right, and cross in the corners and in the centres of the
 * tiles. In a corner the rising band is on top, in a centre the falling one, so every band goes over and under in turn.
 * Over the field one kind of band grows wider while the other grows narrower.
 */
function drawWeave({ columns, rows, shareAt, hasCore }: Field): Layers {
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

/** A drawing that is served as a file. */
export interface PatternFile {
  /** The number that the drawing is made from (`seedNumber`). */
  number: number;
  /** Tiles across and down. */
  columns: number;
  rows: number;
  palette: Palette;
}

/** Maximum number of tiles across, and down, so that invented URLs cannot cause long drawing work. */
const mostTiles = 24;

/** Returns the name of the file in the folder that `SiteInfo.patterns` names. */
export function patternFileName({ number, columns, rows, palette }: PatternFile) {
  return `${palette}-${columns}x${rows}-${number.toString(16)}.svg`;
}

/** Parses a file name; undefined for a name that no page uses. Each file has exactly one name. */
export function readPatternFileName(name: string): PatternFile | undefined {
  const [, shown, columns, rows, number = ''] =
    /^([a-z]+)-([1-9]\d?)x([1-9]\d?)-([1-9a-f][\da-f]{0,7})\.svg$/.exec(name) ?? [];
  const palette = palettes.find((each) => each === shown);
  const file = { number: Number.parseInt(number, 16), columns: Number(columns), rows: Number(rows) };
  return palette && file.columns <= mostTiles && file.rows <= mostTiles ? { ...file, palette } : undefined;
}
