import sharp from 'sharp';
import { expect, it } from 'vitest';
import { productTheme } from '#shared/site/theme.ts';
import { drawCoverCard } from '../../../server/pages/share-images/cover-card.ts';

const card = { seed: 'post-4', kicker: 'Publishing', title: 'Radio', wordmark: 'Naqsh' };
const look = { theme: productTheme, artwork: 'pattern' } as const;

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

it('keeps the focal point in sight', async () => {
  const bytes = await halves(3000, 630);
  const drawn = await drawCoverCard(card, look, { bytes, focus: { x: 100, y: 50 } });
  expect((await colourAt(drawn, 10, 10))[2]).toBeGreaterThan(240);
});
