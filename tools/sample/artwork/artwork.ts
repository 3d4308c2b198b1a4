import sharp from 'sharp';
import { drawFigure, type Figure } from './figure.ts';
import { drawPortrait, type Portrait } from './portrait.ts';
import { drawTile, type Tile } from './tile.ts';

/** Logos, figures and portraits, by the picture names that the sample content uses. */
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
  'figure-paper-cards': { motif: 'browser', palette: 'copper' },
  'figure-kitchen-table': { motif: 'blocks', palette: 'night' },
  'figure-sound-first': { motif: 'waveform', palette: 'copper' },
  'figure-two-scripts': { motif: 'specimen', palette: 'night' },
  'figure-waiting-room': { motif: 'chart', palette: 'paper' },
};

const portraits: Record<string, Portrait> = {
  'portrait-zarmina-khattak': {
    palette: 'lapis',
    head: 'scarf',
    skin: '#d9a27a',
    hair: '#d8702a',
    cloth: '#eef2f8',
  },
  'portrait-bilal-orakzai': {
    palette: 'night',
    head: 'short',
    skin: '#c98d63',
    hair: '#1c130f',
    cloth: '#d8702a',
    beard: true,
  },
  'portrait-sana-iqbal': {
    palette: 'copper',
    head: 'bun',
    skin: '#b87a50',
    hair: '#24140c',
    cloth: '#0b1434',
  },
  'portrait-daniel-okafor': {
    palette: 'paper',
    head: 'curls',
    skin: '#7d4c30',
    hair: '#17100c',
    cloth: '#d8702a',
  },
  'portrait-hamza-yusufzai': {
    palette: 'lapis',
    head: 'cap',
    skin: '#d29c73',
    hair: '#3b2417',
    cloth: '#eef2f8',
    beard: true,
  },
  'portrait-mehreen-dar': {
    palette: 'night',
    head: 'long',
    skin: '#e0b08a',
    hair: '#4a2415',
    cloth: '#1d3cc0',
  },
  'portrait-leena-rahman': {
    palette: 'copper',
    head: 'scarf',
    skin: '#a86b45',
    hair: '#1d3cc0',
    cloth: '#fbefe3',
  },
};

/** Returns every drawn picture as an SVG document, by file name. The result is always the same. */
export function drawArtwork(): Map<string, string> {
  return new Map([
    ...drawEach(logos, (tile) => drawTile(tile, 240)),
    ...drawEach(postFigures, (figure) => drawFigure(figure, 960, 540)),
    ...drawEach(portraits, (portrait) => drawPortrait(portrait, 480)),
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
