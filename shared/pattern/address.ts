import { type Palette, palettes } from './drawing.ts';

/** A drawing as a file of the site. */
export interface PatternFile {
  /** What it is drawn from (`seedNumber`). */
  number: number;
  /** Tiles across and down. */
  columns: number;
  rows: number;
  palette: Palette;
}

/** Tiles across and down at most: whoever makes up an address must not have us draw for long. */
export const mostTiles = 24;

/** The name of the file, below the folder that the server names in `SiteInfo.patterns`. */
export function patternFileName({ number, columns, rows, palette }: PatternFile): string {
  return `${palette}-${columns}x${rows}-${number.toString(16)}.svg`;
}

/** Undefined for a name that no page asks for. Each file has one name. */
export function readPatternFileName(name: string): PatternFile | undefined {
  const [, shown, columns, rows, number = ''] =
    /^([a-z]+)-([1-9]\d?)x([1-9]\d?)-([1-9a-f][\da-f]{0,7})\.svg$/.exec(name) ?? [];
  const palette = palettes.find((each) => each === shown);
  const file = { number: Number.parseInt(number, 16), columns: Number(columns), rows: Number(rows) };
  return palette && file.columns <= mostTiles && file.rows <= mostTiles ? { ...file, palette } : undefined;
}
