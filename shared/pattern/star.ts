import { type Point, tileSize } from './geometry.ts';

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
export const minAngle = 12;
export const maxAngle = 43;

const octagonApothem = tileSize / 2;
const squareApothem = octagonApothem * Math.tan(Math.PI / 8);

/** Returns the angle at a point of the drawing, in degrees. */
type AngleAt = (point: Point) => number;

/** Returns the star in an octagon around `centre`: 16 corners, alternately edge middles and meeting points. */
export function octagonStar(centre: Point, angleAt: AngleAt): Point[] {
  return star(centre, octagonApothem, 8, 0, angleAt);
}

/** Returns the star in the square between four octagons: 8 corners. */
export function squareStar(centre: Point, angleAt: AngleAt): Point[] {
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
