import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { picturesDir } from '../sample/pictures.ts';

/**
 * `node tools/artwork/pack.ts RENDERED [QUALITY]`: stores rendered pictures as WebP of at most 160 KiB, in this quality
 * (90) or the best below it.
 */
const [rendered = '.', best = '90'] = process.argv.slice(2);
for (const file of (await readdir(rendered)).filter((name) => name.endsWith('.png'))) {
  for (let quality = Number(best); quality > 30; quality -= 4) {
    const packed = await sharp(join(rendered, file)).webp({ quality, effort: 6 }).toBuffer();
    if (packed.length > 160 * 1024) continue;
    await writeFile(join(picturesDir, file.replace(/png$/, 'webp')), packed);
    console.log(`${file}: quality ${quality}, ${Math.round(packed.length / 1024)} KiB`);
    break;
  }
}
