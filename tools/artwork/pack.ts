import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { picturesDir } from '../sample/pictures.ts';

/** `node tools/artwork/pack.ts RENDERED`: stores rendered pictures as WebP, in the best quality of at most 160 KiB. */
const [rendered = '.'] = process.argv.slice(2);
for (const file of (await readdir(rendered)).filter((name) => name.endsWith('.png'))) {
  for (let quality = 90; quality > 30; quality -= 4) {
    const packed = await sharp(join(rendered, file)).webp({ quality, effort: 6 }).toBuffer();
    if (packed.length > 160 * 1024) continue;
    await writeFile(join(picturesDir, file.replace(/png$/, 'webp')), packed);
    console.log(`${file}: quality ${quality}, ${Math.round(packed.length / 1024)} KiB`);
    break;
  }
}
