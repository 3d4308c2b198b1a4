import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setupFiles = 'tests/support/fixed-seed.ts';
const quickPasswords = 'tests/support/quick-passwords.ts';
/** The client is read by Vite, since Node does not read its JSX. */
const readByVite = { viteModuleRunner: true };

/**
 * The two depths (CONTRIBUTING.md, "Tests"). A test without a tag runs in `npm test`; a test with one of these runs in
 * `npm run test:all` alone. A file says its tag and its reason in its first line: `// @module-tag deep/process: kills the product`.
 */
const tags = [
  { name: 'deep/postgres', description: 'needs PostgreSQL or a bucket' },
  {
    name: 'deep/process',
    description: 'starts processes or mail servers, or makes password hashes at their full cost',
  },
  {
    name: 'deep/faults',
    description: 'breaks disks, databases, hosts or connections, and waits for what comes of it',
  },
  { name: 'deep/scale', description: 'several sites at once, or thousands of rows' },
  { name: 'deep/hosts', description: 'foreign API hosts, and content that moves between hosts' },
  {
    name: 'deep/again',
    description: 'tries on the engine, or with more cases, what npm test tries on the stub, or with one',
  },
  { name: 'deep/hostile', description: 'attacks and made-up input by the hundred' },
];

/** The image takes longer than any other test, and waits for npm half of the time: it starts before all else. */
class ImageFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isImage = ({ moduleId }: TestSpecification) => moduleId.endsWith('/container.test.ts');
    return (await super.sort(files)).sort((one, other) => Number(isImage(other)) - Number(isImage(one)));
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    tags,
    sequence: { sequencer: ImageFirst },
    // A journey waits for timers and round trips a quarter of its time: one more file than there are cores uses that.
    maxWorkers: availableParallelism() + 1,
    // A process for each of 300 files would spend minutes on starting: as many as there are workers take one file after the other.
    isolate: false,
    // Of the tests of a file that wait beside each other: hosts that say nothing take no time of the machine.
    maxConcurrency: 10,
    // A deadline is for what never comes: what comes late on a busy machine is no failure. A wait within a test ends before the
    // test, and says what did not come.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // Node reads the sources itself, as it does where the product runs: a sixth of the time less than through Vite's runner.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // PostgreSQL and an S3 server for the tests that ask for them.
    globalSetup: 'tests/support/shared-servers.ts',
    projects:
      // They start in this order, the largest files of each first: the many short ones fill the end.
      [
        {
          extends: true,
          test: {
            name: 'contract',
            include: ['tests/{contract,fuzz}/**/*.test.ts'],
            setupFiles: [setupFiles, quickPasswords],
          },
        },
        {
          extends: true,
          test: {
            name: 'system',
            include: ['tests/system/**/*.test.ts'],
            setupFiles: [setupFiles, quickPasswords],
          },
        },
        {
          extends: true,
          test: {
            name: 'unit',
            include: ['tests/unit/**/*.test.{ts,tsx}'],
            experimental: readByVite,
            setupFiles: [setupFiles, 'tests/support/no-process-no-port.ts'],
          },
        },
      ],
  },
});
