import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };

/**
 * Not the flags that the package offers: those are for a place without processes, and switch the browser's own security
 * off, so that it would forgive what a visitor's browser refuses. Only its sandbox is left out, which no root user has.
 */
const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

/**
 * The browser of a test file: launched before its first test, closed after its last. Without a window Chromium hides
 * its scrollbars; `scrollbars` shows those of a desktop, which take room beside the page.
 */
export function launchBrowser({ scrollbars = false } = {}): { readonly current: Browser } {
  const browser: { current?: Browser } = {};
  beforeAll(async () => {
    browser.current = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH || (await unpackedChromium()),
      args: scrollbars ? [...args, '--disable-features=OverlayScrollbar'] : args,
      ignoreDefaultArgs: scrollbars ? ['--hide-scrollbars'] : [],
    });
  });
  afterAll(() => browser.current?.close());
  return browser as { current: Browser };
}

/**
 * The path of the browser that npm installs, unpacked once a machine. The package writes to a name of its own and takes
 * whatever stands there for whole; test files start at the same time, so here the folder gets its name only when it is
 * complete.
 */
async function unpackedChromium(): Promise<string> {
  const folder = join(tmpdir(), `studio-chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  const path = join(folder, 'chromium');
  if (existsSync(path)) return path;
  const draft = await mkdtemp(`${folder}-`);
  const before = process.env.TMPDIR;
  try {
    process.env.TMPDIR = draft;
    const unpacked = await packed.executablePath();
    if (basename(unpacked) !== 'chromium') throw new Error(`The browser was unpacked to ${unpacked}.`);
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      // Another test file was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(draft, { recursive: true, force: true });
  }
  return path;
}
