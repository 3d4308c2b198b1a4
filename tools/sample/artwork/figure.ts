import { colours as byPalette, type Palette } from './colours.ts';
import { arch, blocks, catalogue, chart, specimen, waveform } from './motifs.ts';
import { placed, rect, svg } from './svg.ts';

const motifs = { arch, blocks, catalogue, chart, specimen, waveform };

/** A figure in a post: one subject on a plain ground. */
export interface Figure {
  motif: keyof typeof motifs;
  palette: Palette;
}

/** Returns an SVG document of this width and height. Equal values always give the same figure. */
export function drawFigure({ motif, palette }: Figure, width: number, height: number): string {
  const colours = byPalette[palette];
  const scale = Math.min((width * 0.9) / 600, (height * 0.82) / 480);
  return svg(
    width,
    height,
    rect(0, 0, width, height, colours.panel) +
      placed(motifs[motif](colours), (width - 600 * scale) / 2, (height - 480 * scale) / 2, scale),
  );
}
