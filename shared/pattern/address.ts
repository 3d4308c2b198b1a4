import { type Palette, palettes } from './drawing.ts';

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
export function patternFileName({ number, columns, rows, palette }: PatternFile): string {
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
