/** SVG as text. Numbers are rounded to a tenth of a unit: less than a pixel at every size that is drawn. */
export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** A line that is not filled, `width` units thick. */
export function line(d: string, stroke: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linejoin="round"/>`;
}

export function polygon(points: readonly (readonly [number, number])[], fill: string): string {
  return shape(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill);
}

/** Moved and scaled as a whole. */
export function placed(content: string, x: number, y: number, scale = 1): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(scale * 1000) / 1000})">${content}</g>`;
}

/** A whole drawing. */
export function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** Numbers 0 … count-1 through `draw`, as one text. */
export function each(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

function n(value: number): number {
  return Math.round(value * 10) / 10;
}
