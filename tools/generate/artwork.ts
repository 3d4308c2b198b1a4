import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawArtwork, renderWebp } from '../sample/artwork/artwork.ts';
import { picturesDir } from '../sample/pictures.ts';

/**
 * `npm run generate -- artwork`: draws the logos, figures and portraits of the sample content into the folder from
 * which they are shipped. To be run, and its result committed, when a drawing changes; the product itself never draws
 * them. The other pictures there are rendered (tools/artwork/README.md). Returns the exit code.
 */
export async function drawSamplePictures(): Promise<number> {
  let bytes = 0;
  const drawings = drawArtwork();
  for (const [name, drawing] of drawings) {
    const picture = await renderWebp(drawing);
    bytes += picture.length;
    await writeFile(join(picturesDir, name), picture);
  }
  console.log(`${drawings.size} pictures, ${Math.round(bytes / 1024)} KiB, in ${picturesDir}`);
  return 0;
}
