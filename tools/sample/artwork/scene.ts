import { colours as byPalette, type Palette } from './colours.ts';
import { field } from './field.ts';
import { film, storyboard, waveform, wheel } from './motifs-moving.ts';
import { arch, blocks, book, mark, specimen } from './motifs-printed.ts';
import { browser, chart, map, phones } from './motifs-screens.ts';
import { placed, rect, svg } from './svg.ts';

const motifs = {
  film,
  storyboard,
  waveform,
  wheel,
  arch,
  blocks,
  book,
  mark,
  specimen,
  browser,
  chart,
  map,
  phones,
};

/**
 * A picture that shows a subject from the studio's work in front of the studio's pattern. Equal values always give
 * the same picture.
 */
export interface Scene {
  motif: keyof typeof motifs;
  palette: Palette;
  /** Position of the plain area behind the subject. The pattern is visible around it. */
  plane: 'left' | 'right' | 'low' | 'middle' | 'whole';
}

/** Position and size of the plain area, as shares of the width and height of the picture. */
const planes: Record<Scene['plane'], { x: number; y: number; width: number; height: number }> = {
  left: { x: 0, y: 0, width: 0.66, height: 1 },
  right: { x: 0.34, y: 0, width: 0.66, height: 1 },
  low: { x: 0, y: 0.22, width: 1, height: 0.78 },
  middle: { x: 0.13, y: 0.1, width: 0.74, height: 0.8 },
  whole: { x: 0, y: 0, width: 1, height: 1 },
};

/** Returns an SVG document of this width and height. */
export function drawScene({ motif, palette, plane }: Scene, width: number, height: number): string {
  const colours = byPalette[palette];
  const share = planes[plane];
  const area = {
    x: share.x * width,
    y: share.y * height,
    width: share.width * width,
    height: share.height * height,
  };
  const scale = Math.min((area.width * 0.9) / 600, (area.height * 0.82) / 480);
  const ground =
    plane === 'whole' ? '' : field(`${motif} ${palette} ${plane}`, width, height, height / 5, colours);
  return svg(
    width,
    height,
    ground +
      rect(area.x, area.y, area.width, area.height, colours.panel) +
      placed(
        motifs[motif](colours),
        area.x + (area.width - 600 * scale) / 2,
        area.y + (area.height - 480 * scale) / 2,
        scale,
      ),
  );
}
