import sharp from 'sharp';
import { drawFigure, type Figure } from './figure.ts';
import { people } from './people.ts';
import { drawPortrait } from './portrait.ts';
import { drawTile, type Tile } from './tile.ts';

/** Logos and figures, by the picture names that the sample content uses; people.ts has the portraits. */
const logos: Record<string, Tile> = {
  'logo-4k': { text: '4K', palette: 'night' },
  'logo-hdr': { text: 'HDR', palette: 'lapis' },
  'logo-raw': { text: 'RAW', palette: 'copper' },
  'logo-ts': { text: 'TS', palette: 'paper' },
  'logo-sql': { text: 'SQL', palette: 'lapis' },
  'logo-css': { text: 'CSS', palette: 'night' },
  'logo-pwa': { text: 'PWA', palette: 'copper' },
  'logo-svg': { text: 'SVG', palette: 'copper' },
  'logo-otf': { text: 'OTF', palette: 'paper' },
  'logo-pdf': { text: 'PDF', palette: 'lapis' },
  'logo-3d': { text: '3D', palette: 'lapis' },
  'logo-xr': { text: 'XR', palette: 'night' },
};

const postFigures: Record<string, Figure> = {
  'figure-gates': { motif: 'arch', palette: 'paper' },
  'figure-paper-cards': { motif: 'catalogue', palette: 'paper' },
  'figure-kitchen-table': { motif: 'blocks', palette: 'night' },
  'figure-sound-first': { motif: 'waveform', palette: 'copper' },
  'figure-two-scripts': { motif: 'specimen', palette: 'night' },
  'figure-waiting-room': { motif: 'chart', palette: 'paper' },
};

/** Returns every drawn picture as an SVG document, by file name. The result is always the same. */
export function drawArtwork(): Map<string, string> {
  return new Map([
    ...drawEach(logos, (tile) => drawTile(tile, 240)),
    ...drawEach(postFigures, (figure) => drawFigure(figure, 960, 540)),
    ...drawEach(people, (person) => drawPortrait(person, 640)),
  ]);
}

function drawEach<Subject>(
  subjects: Record<string, Subject>,
  draw: (subject: Subject) => string,
): [name: string, drawing: string][] {
  return Object.entries(subjects).map(([name, subject]) => [`${name}.webp`, draw(subject)]);
}

/**
 * Converts a drawing to WebP. Drawings have few flat colours and no shading, so they are reduced to as few colours as
 * look right and compressed without loss. The file has a third of the size of a lossy one, and cleaner edges.
 */
export async function renderWebp(drawing: string): Promise<Buffer> {
  const flat = await sharp(Buffer.from(drawing)).png({ palette: true, quality: 75, dither: 0 }).toBuffer();
  return sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer();
}
