import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawArtwork, renderWebp } from '../tools/sample/artwork/artwork.ts';
import { picturesDir } from '../tools/sample/pictures.ts';

/**
 * `node scripts/draw-sample-artwork.ts`: draws the pictures of the sample content anew, into the folder that ships them. To be run
 * and committed when a drawing changes; nothing draws while the product runs.
 */
await rm(picturesDir, { recursive: true, force: true });
await mkdir(picturesDir);
let bytes = 0;
const drawings = drawArtwork();
for (const [name, drawing] of drawings) {
  const picture = await renderWebp(drawing);
  bytes += picture.length;
  await writeFile(join(picturesDir, name), picture);
}
console.log(`${drawings.size} pictures, ${Math.round(bytes / 1024)} KiB, in ${picturesDir}`);
