import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run lab -- NAME [arguments]`: runs a long experiment on the product that is not part of the tests, with these
 * arguments, and ends with its exit code.
 */
const experiments: Record<string, [arguments: string, ...run: string[]]> = {
  fuzz: [
    '[arguments of vitest run]      thousands of made-up requests, forms, texts and answers of a host',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--testTimeout=3600000',
    'tests/fuzz',
  ],
  chaos: ['[--kills N] [--writes N]       kill the product in the middle of writes', 'tests/chaos/kills.ts'],
  soak: [
    '[--minutes N]                  read and write, and watch memory and handles',
    'tests/chaos/soak.ts',
  ],
  stub: ['[PORT]                         run the stub API host by hand', 'tests/support/run-stub.ts'],
};

/** Ctrl+C reaches the experiment too, which ends by itself. */
process.on('SIGINT', () => {});

function node(args: readonly string[]) {
  const env = { FUZZ_RUNS: '2000', FUZZ_SEED: String(Date.now() % 1e9), ...process.env };
  const { status } = spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env,
  });
  return status ?? 1;
}

const [name = '', ...rest] = process.argv.slice(2);
const [, ...run] = experiments[name] ?? [];
if (run.length === 0) {
  console.error('Usage: npm run lab -- NAME [arguments]\n');
  for (const [each, [text]] of Object.entries(experiments)) console.error(`  ${each} ${text}`);
  process.exitCode = 2;
} else process.exitCode = (name !== 'stub' && node(['scripts/build.ts'])) || node([...run, ...rest]);
