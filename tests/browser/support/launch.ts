import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packed from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import manifest from '../../../package.json' with { type: 'json' };

/**
 * Not the flags that the package offers: those are for a place without processes, and switch the browser's own security
 * off, so that it would forgive what a visitor's browser refuses. Only its sandbox is left out, which no root user has.
 * It finds no host but this machine: what a page asks of others fails here as it does where there is no network.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the Chromium of the run is reached. */
    chromium: string;
  }
}

/**
 * The global set-up of the browser tests: one Chromium for the whole run, which every file connects to. It is launched when
 * there is a browser test to run, and closed after the last. Once it has crashed nobody can connect: what is left of the run fails.
 */
export default async function launchForRun(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await launchOptions());
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

/**
 * The browser of a test file, there before its first test. Contexts that a failed test left open are closed after the last. Without a
 * window Chromium hides its scrollbars; `scrollbars` is a browser of the file's own that shows those of a desktop, which
 * take room beside the page.
 */
export function launchBrowser({ scrollbars = false } = {}): { readonly current: Browser } {
  const browser: { current?: Browser } = {};
  beforeAll(async () => {
    browser.current = scrollbars
      ? await chromium.launch(await launchOptions({ scrollbars }))
      : await chromium.connect(inject('chromium'));
  });
  afterAll(() => browser.current?.close());
  return browser as { current: Browser };
}

/** How Chromium is started: the one that npm installed, or that of CHROMIUM_PATH. */
export async function launchOptions({ scrollbars = false } = {}): Promise<LaunchOptions> {
  return {
    executablePath: process.env.CHROMIUM_PATH || (await unpackedChromium()),
    args: scrollbars ? [...args, '--disable-features=OverlayScrollbar'] : args,
    ignoreDefaultArgs: scrollbars ? ['--hide-scrollbars'] : [],
  };
}

/**
 * The path of the browser that npm installs, unpacked once a machine. The package writes to a name of its own and takes
 * whatever stands there for whole; two runs may start at the same time, so here the folder gets its name only when it is
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
      // Another run was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(draft, { recursive: true, force: true });
  }
  return path;
}
