import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

function between(before: typeof beforeEach, after: typeof afterEach) {
  return (use: (folder: string) => void) => {
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'studio-test-'));
      use(folder);
    });
    after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  };
}

/** Gives each test a folder of its own, which is gone after it. */
export const folderForEach = between(beforeEach, afterEach);
/** Gives the tests of a file one folder, which is gone after them. */
export const folderForAll = between(beforeAll, afterAll);
