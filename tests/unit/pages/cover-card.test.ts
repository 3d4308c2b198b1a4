import sharp from 'sharp';
import { expect, it } from 'vitest';
import { productTheme } from '#shared/site/theme.ts';
import { drawCoverCard } from '../../../server/pages/share-images/cover-card.ts';

const card = { seed: 'post-4', kicker: 'Publishing', title: 'Radio', wordmark: 'Naqsh' };
const look = { theme: productTheme, artwork: 'pattern' } as const;
const centre = { x: 50, y: 50 };

/** A picture whose left half is red and whose right half is blue. */
async function halves(width = 1280, height = 800): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .webp({ lossless: true })
    .toBuffer();
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

it('is filled by the cover, with the words on a plate at the side where reading begins', async () => {
  const bytes = await halves();
  const [ltr, rtl] = await Promise.all([
    drawCoverCard(card, look, { bytes, focus: centre }),
    drawCoverCard({ ...card, direction: 'rtl' }, look, { bytes, focus: centre }),
  ]);
  expect(await sharp(ltr).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const [red, green, blue] = [0, 1, 2];
  expect((await colourAt(ltr, 10, 10))[red]).toBeGreaterThan(240);
  expect((await colourAt(ltr, 1190, 620))[blue]).toBeGreaterThan(240);
  expect((await colourAt(ltr, 10, 620))[green]).toBeGreaterThan(200);
  expect((await colourAt(rtl, 1190, 620))[green]).toBeGreaterThan(200);
  expect((await colourAt(rtl, 10, 620))[green]).toBeLessThan(40);
});

it('keeps the focal point in sight', async () => {
  const bytes = await halves(3000, 630);
  const drawn = await drawCoverCard(card, look, { bytes, focus: { x: 100, y: 50 } });
  expect((await colourAt(drawn, 10, 10))[2]).toBeGreaterThan(240);
});
