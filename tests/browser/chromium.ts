import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packed from '@sparticuz/chromium';
import manifest from '../../package.json' with { type: 'json' };

/**
 * Not the flags that the package offers: those are for an environment without processes and switch off the browser's
 * own security, so that it would accept what a visitor's browser refuses. Only the sandbox is off, which the root
 * user cannot have. Only this machine's host resolves: requests to other sites fail here as they do without a
 * network.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Returns how to launch Chromium: the browser that npm installed, or the one at CHROMIUM_PATH. */
export async function launchOptions() {
  return {
    executablePath: process.env.CHROMIUM_PATH || (await unpackedChromium()),
    args,
  };
}

/**
 * Returns the path of the browser that npm installs, unpacked once for each machine. The package unpacks to a fixed
 * name and treats anything with that name as complete; two runs may start at the same time, so the folder here gets
 * its name only when it is complete.
 */
async function unpackedChromium() {
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
      // Another run has unpacked it first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(draft, { recursive: true, force: true });
  }
  return path;
}
