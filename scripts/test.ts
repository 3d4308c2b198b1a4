import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compiledFolder } from '../server/process/settings.ts';

/**
 * Runs the tests in two depths (CONTRIBUTING.md, "Tests"). `npm test` runs the first depth: lint, types, build,
 * and every test without a `deep/…` tag (`@deep` of a journey). `npm test -- --rest` runs the second depth, the tests
 * with such a tag, on the build that `npm test` made. Nothing is tried again. The exit code is 1 if something failed.
 */
const root = join(import.meta.dirname, '..');
/**
 * A test file whose tests all belong to the second depth has its `deep/…` tag in the first line. `preParse` reads
 * only that line, so the first depth skips the file without loading it.
 */
const shallow = ['--tags-filter=!deep/*', '--experimental.preParse'];
/** Each of a dozen workers imports the product: Playwright leaves the sources to Node, and V8 keeps what it compiled. */
const quickImports = { PW_DISABLE_TS_ESM: '1', NODE_COMPILE_CACHE: compiledFolder };

interface Run {
  /** stdout and stderr together, in the order of the writes. */
  output: string;
  passed: boolean;
}

function run(command: string, args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...quickImports } });
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => pieces.push(piece));
    child.once('error', reject);
    child.once('close', (code) => resolve({ output: Buffer.concat(pieces).toString(), passed: code === 0 }));
  });
}

const vitest = (...args: string[]) =>
  run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args]);

/** Runs journeys in the browser that npm installs. */
const journeys = (filter: string) =>
  run(process.execPath, [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--project=chromium',
    filter,
  ]);

/**
 * Runs two sequences of steps in parallel: the build with the tests that need it, and everything else. The build
 * sequence takes longer, so the other sequence leaves it a core: it uses one worker fewer than there are cores.
 */
function testFirstDepth() {
  const script = (name: string) => run('npm', ['run', name]);
  const tests = (projects: string[], ...more: string[]) =>
    vitest(...projects.map((name) => `--project=${name}`), ...shallow, ...more);
  const build = script('build');
  const failed = { output: '', passed: false };
  const lint = script('lint');
  const types = lint.then(() => script('types'));
  const contract = build.then((built) => (built.passed ? tests(['contract']) : failed));
  const steps = [
    build,
    lint,
    types,
    types.then(() => tests(['unit', 'system'], `--maxWorkers=${Math.max(1, availableParallelism() - 1)}`)),
    contract,
    contract.then(() => build).then((built) => (built.passed ? journeys('--grep-invert=@deep') : failed)),
  ];
  return print(steps);
}

/** Prints what each step has written as one piece, in this order. Resolves with true if all passed. */
async function print(steps: Promise<Run>[]) {
  let passed = true;
  for (const step of steps) {
    const { output, passed: stepPassed } = await step;
    process.stdout.write(output);
    passed &&= stepPassed;
  }
  return passed;
}

/** Most tests of the second depth wait for what comes late: journeys use the processors meanwhile. */
const testSecondDepth = () => print([vitest('--tags-filter=deep/*'), journeys('--grep=@deep')]);

const passed = await (process.argv.includes('--rest') ? testSecondDepth() : testFirstDepth());
process.exitCode = passed ? 0 : 1;
