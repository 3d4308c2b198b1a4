import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * `node scripts/icons.ts`: draws the icons of client/public from favicon.svg anew. Run it when the mark changes; what it writes
 * is committed, so that a build needs no drawing.
 */
const folder = join(import.meta.dirname, '../client/public');
const mark = await readFile(join(folder, 'favicon.svg'), 'utf8');

/** The same with square corners: systems that round an icon do it themselves, over the whole of it. */
const square = mark.replace(/ rx="[\d.]+"/, '');
/** Smaller on its ground: of a maskable icon only a circle of 80 % is sure to be seen (w3.org/TR/appmanifest). */
const masked = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-3.5 -3.5 39 39"')
  .replace(/<rect width="32" height="32"/, '<rect x="-3.5" y="-3.5" width="39" height="39"');

await Promise.all([
  write('icon-192.png', png(mark, 192)),
  write('icon-512.png', png(mark, 512)),
  write('icon-maskable-512.png', png(masked, 512)),
  write('apple-touch-icon.png', png(square, 180)),
  write('favicon.ico', ico([16, 32, 48])),
]);

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, effort: 10 })
    .toBuffer();
}

/** An ICO whose images are PNGs, which every browser reads since long. */
async function ico(sizes: readonly number[]): Promise<Buffer> {
  const images = await Promise.all(sizes.map((size) => png(mark, size)));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, size] of sizes.entries()) {
    const entry = 6 + 16 * index;
    const length = images[index]?.length ?? 0;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += length;
  }
  return Buffer.concat([head, ...images]);
}

async function write(name: string, image: Promise<Buffer>): Promise<void> {
  await writeFile(join(folder, name), await image);
}
