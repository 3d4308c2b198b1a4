// @module-tag deep/scale: draws every drawing of the sample content
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawArtwork } from '../../../../tools/sample/artwork/artwork.ts';
import { picturesDir } from '../../../../tools/sample/pictures.ts';

const drawings = drawArtwork();

it('every drawing is drawn, no two are alike, and each is the same every time', () => {
  expect(drawArtwork()).toEqual(drawings);
  expect(new Set(drawings.values()).size).toBe(drawings.size);
  for (const drawing of drawings.values()) expect(drawing).not.toMatch(/NaN|undefined|<text/);
});

it('the shipped drawings are what is drawn, and light', async () => {
  let bytes = 0;
  for (const [name, drawing] of drawings) {
    const shipped = await readFile(join(picturesDir, name));
    bytes += shipped.length;
    expect(shipped.length, name).toBeLessThanOrEqual(60 * 1024);
    const { width, height } = await sharp(Buffer.from(drawing)).metadata();
    expect(await sharp(shipped).metadata(), name).toMatchObject({ format: 'webp', width, height });
    const [picture, drawn] = [await pixels(shipped), await pixels(Buffer.from(drawing))];
    expect(distance(picture, drawn), `${name}: run "npm run generate -- artwork"`).toBeLessThan(1);
    const { channels } = await sharp(await sharp(shipped).resize(120).toBuffer()).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev)), name).toBeGreaterThan(20);
  }
  expect(bytes).toBeLessThan(200 * 1024);
});

it('the other shipped pictures are photographs of one size, light enough to be in the repository', async () => {
  const rendered = (await readdir(picturesDir)).filter(
    (name) => name.endsWith('.webp') && !drawings.has(name),
  );
  expect(rendered.length).toBeGreaterThanOrEqual(20);
  for (const name of rendered) {
    const shipped = await readFile(join(picturesDir, name));
    expect(shipped.length, name).toBeLessThanOrEqual(160 * 1024);
    expect(await sharp(shipped).metadata(), name).toMatchObject({
      format: 'webp',
      width: 1600,
      height: 1000,
    });
    const { channels } = await sharp(await sharp(shipped).resize(120).toBuffer()).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev)), name).toBeGreaterThan(20);
  }
});

/** A quarter of the width: enough to detect a shape or a colour that is not the drawing's. */
function pixels(picture: Buffer): Promise<Buffer> {
  return sharp(picture).flatten({ background: 'white' }).resize(240).raw().toBuffer();
}

/** Mean difference of two pictures, in steps of 256. It is not zero, since files have fewer colours than drawings. */
function distance(one: Buffer, other: Buffer): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += Math.abs(value - (other[index] ?? 0));
  return sum / one.length;
}
