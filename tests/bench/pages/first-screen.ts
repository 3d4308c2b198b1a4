import { chromium } from 'playwright-core';
import { launchOptions } from '../../browser/support/launch.ts';
import type { Round } from '../load.ts';

/** The font for Urdu loads only on pages with Urdu, and does not count. */
const urduFace = /nastaliq/;

/**
 * Returns what a phone of 360 × 800 transfers for a page without scrolling, with an empty cache: bytes on the wire,
 * headers included.
 */
export async function firstScreen(url: string): Promise<Round> {
  const browser = await chromium.launch(await launchOptions());
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 800 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const types = new Map<string, string>();
    const sizes: { type: string; bytes: number }[] = [];
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      types.set(
        requestId,
        urduFace.test(response.url) ? 'Urdu' : response.url.startsWith('data:') ? 'inline' : type,
      );
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      sizes.push({ type: types.get(requestId) ?? 'Other', bytes: encodedDataLength });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    const counted = sizes.filter(({ type }) => type !== 'Urdu' && type !== 'inline');
    const kib = (type?: string) =>
      counted.filter((each) => !type || each.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    return {
      screenRequests: counted.filter(({ type }) => type !== 'Image').length,
      screenKib: kib(),
      scriptKib: kib('Script'),
      styleSheets: counted.filter(({ type }) => type === 'Stylesheet').length,
      styleKib: kib('Stylesheet'),
      fontKib: kib('Font'),
      imageKib: kib('Image'),
    };
  } finally {
    await browser.close();
  }
}
