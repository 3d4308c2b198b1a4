/**
 * The functions of this file write SVG elements as text. Numbers are rounded to a tenth of a unit, which is less than
 * a pixel at every size in use.
 */
export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** Returns an unfilled path that is `width` units thick. */
export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linejoin="round"/>`;
}

/** Like `line`, with round ends. */
export function stroke(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  return shape(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill);
}

/** Returns the content moved to (`x`, `y`) and scaled, as one group. */
export function placed(content: string, x: number, y: number, scale = 1): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})">${content}</g>`;
}

/** Returns a complete SVG document. */
export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** Calls `draw` with the numbers 0 … count-1, and joins the results. */
export function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

function n(value: number): number {
  return Math.round(value * 10) / 10;
}
