import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Makes something before each test, or before all of a file or a block, hands it over, and ends it afterwards. */
export function between<Made>(make: () => Promise<Made>, end: (made: Made) => Promise<void>) {
  const around = (before: typeof beforeEach, after: typeof afterEach) => (use: (made: Made) => void) => {
    let made: Made;
    before(async () => {
      made = await make();
      use(made);
    });
    after(() => end(made));
  };
  return { forEach: around(beforeEach, afterEach), forAll: around(beforeAll, afterAll) };
}

const folder = between(
  () => mkdtemp(join(tmpdir(), 'studio-test-')),
  (made) => rm(made, { recursive: true, force: true, maxRetries: 5 }),
);

/** Gives each test a folder of its own, which is gone after it. */
export const folderForEach = folder.forEach;
/** Gives the tests of a file one folder, which is gone after them. */
export const folderForAll = folder.forAll;
