import sharp from 'sharp';
import { drawPortrait, type Portrait } from './portrait.ts';
import { drawScene, type Scene } from './scene.ts';
import { drawTile, type Tile } from './tile.ts';

/** Scenes for the pictures of categories, by the picture names that the sample content uses. */
const categoryImages: Record<string, Scene> = {
  'category-film': { motif: 'film', palette: 'night', plane: 'middle' },
  'category-web-and-apps': { motif: 'browser', palette: 'lapis', plane: 'right' },
  'category-brand-and-type': { motif: 'specimen', palette: 'copper', plane: 'left' },
  'category-games-and-3d': { motif: 'blocks', palette: 'paper', plane: 'low' },
};

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

const projectImages: Record<string, Scene> = {
  'project-salt-road-1': { motif: 'film', palette: 'copper', plane: 'left' },
  'project-salt-road-2': { motif: 'map', palette: 'night', plane: 'right' },
  'project-night-school-1': { motif: 'storyboard', palette: 'lapis', plane: 'right' },
  'project-night-school-2': { motif: 'wheel', palette: 'paper', plane: 'middle' },
  'project-kabul-river-recorded-1': { motif: 'waveform', palette: 'night', plane: 'low' },
  'project-kabul-river-recorded-2': { motif: 'map', palette: 'paper', plane: 'left' },
  'project-mandi-board-1': { motif: 'phones', palette: 'copper', plane: 'right' },
  'project-mandi-board-2': { motif: 'chart', palette: 'lapis', plane: 'left' },
  'project-queue-kindly-1': { motif: 'browser', palette: 'night', plane: 'middle' },
  'project-queue-kindly-2': { motif: 'phones', palette: 'lapis', plane: 'left' },
  'project-the-open-shelf-1': { motif: 'book', palette: 'lapis', plane: 'right' },
  'project-the-open-shelf-2': { motif: 'browser', palette: 'copper', plane: 'left' },
  'project-chapli-1': { motif: 'specimen', palette: 'paper', plane: 'right' },
  'project-chapli-2': { motif: 'mark', palette: 'copper', plane: 'middle' },
  'project-qissa-press-1': { motif: 'mark', palette: 'night', plane: 'left' },
  'project-qissa-press-2': { motif: 'book', palette: 'copper', plane: 'low' },
  'project-stepwell-1': { motif: 'blocks', palette: 'lapis', plane: 'left' },
  'project-stepwell-2': { motif: 'blocks', palette: 'copper', plane: 'middle' },
  'project-walls-that-were-1': { motif: 'arch', palette: 'night', plane: 'right' },
  'project-walls-that-were-2': { motif: 'arch', palette: 'paper', plane: 'middle' },
};

const postCovers: Record<string, Scene> = {
  'post-gates': { motif: 'arch', palette: 'night', plane: 'right' },
  'post-paper-cards': { motif: 'book', palette: 'lapis', plane: 'middle' },
  'post-kitchen-table': { motif: 'blocks', palette: 'paper', plane: 'middle' },
  'post-sound-first': { motif: 'waveform', palette: 'night', plane: 'low' },
  'post-two-scripts': { motif: 'specimen', palette: 'copper', plane: 'left' },
  'post-waiting-room': { motif: 'phones', palette: 'lapis', plane: 'right' },
};

const postFigures: Record<string, Scene> = {
  'figure-gates': { motif: 'arch', palette: 'paper', plane: 'whole' },
  'figure-paper-cards': { motif: 'browser', palette: 'copper', plane: 'whole' },
  'figure-kitchen-table': { motif: 'blocks', palette: 'night', plane: 'whole' },
  'figure-sound-first': { motif: 'waveform', palette: 'copper', plane: 'whole' },
  'figure-two-scripts': { motif: 'specimen', palette: 'night', plane: 'whole' },
  'figure-waiting-room': { motif: 'chart', palette: 'paper', plane: 'whole' },
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

/** Returns every picture as an SVG document, by file name. The result is always the same. */
export function drawArtwork(): Map<string, string> {
  return new Map([
    ...drawEach(categoryImages, (scene) => drawScene(scene, 960, 640)),
    ...drawEach(logos, (tile) => drawTile(tile, 240)),
    ...drawEach(projectImages, (scene) => drawScene(scene, 1200, 800)),
    // These sizes leave room around the subject, so that neither a card nor a page crops into it.
    ...drawEach(postCovers, (scene) => drawScene(scene, 1200, 600)),
    ...drawEach(postFigures, (scene) => drawScene(scene, 960, 540)),
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
