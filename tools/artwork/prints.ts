import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as browsers } from 'playwright-core';
import sharp from 'sharp';

/**
 * `node tools/artwork/prints.ts OUT [STILL]`: photographs every section of prints.html into the folder OUT, as
 * ID.png; letters also as outlines, ID.svg, which needs potrace. STILL is the picture that the editing screen shows.
 */
const [out = '/tmp/artwork/prints', still] = process.argv.slice(2);
await mkdir(out, { recursive: true });
const browser = await browsers.launch({
  executablePath: await chromium.executablePath(),
  args: chromium.args.filter((argument) => argument !== '--single-process'),
});
const page = await browser.newPage({ viewport: { width: 2200, height: 1400 } });
await page.goto(pathToFileURL(join(import.meta.dirname, 'prints.html')).href);
if (still && existsSync(still)) {
  const shown = (await sharp(still).resize(1440).jpeg({ quality: 92 }).toBuffer()).toString('base64');
  await page.addStyleTag({ content: `:root { --still: url(data:image/jpeg;base64,${shown}); }` });
}
await page.evaluate('document.fonts.ready');
for (const section of await page.locator('section').all()) {
  const id = (await section.getAttribute('id')) ?? '';
  const file = join(out, `${id}.png`);
  await section.screenshot({ path: file });
  if (!id.startsWith('letters-')) continue;
  const bitmap = join(out, `${id}.pgm`);
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  await writeFile(bitmap, Buffer.concat([Buffer.from(`P5 ${info.width} ${info.height} 255\n`), data]));
  execFileSync('potrace', ['--svg', '--output', join(out, `${id}.svg`), bitmap]);
  await rm(bitmap);
}
await browser.close();
