import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { nearestName } from '#shared/near-miss.ts';

/**
 * `npm run lab -- NAME [arguments]`: runs a long experiment on the product that is not part of the tests. The
 * arguments are passed to the experiment, whose exit code is that of the command. Exit code 2: the name is missing or
 * unknown.
 */
const root = join(import.meta.dirname, '..');
const vitest = ['node_modules/vitest/vitest.mjs', 'run'];

interface Experiment {
  summary: string;
  /** The arguments of the experiment, as its help shows them. */
  arguments: string;
  /** Arguments for Node. The working directory is the root of the project. */
  run: readonly string[];
  /** Variables that the environment of the command may replace. */
  environment?: Record<string, string>;
  buildsFirst?: true;
}

const experiments: Record<string, Experiment> = {
  fuzz: {
    summary: 'thousands of made-up requests, forms, texts and answers of a host',
    arguments: '[arguments of vitest run]',
    run: [...vitest, '--testTimeout=3600000', 'tests/fuzz'],
    environment: { FUZZ_RUNS: '2000', FUZZ_SEED: String(Date.now() % 1e9) },
    buildsFirst: true,
  },
  chaos: {
    summary: 'kill the product in the middle of writes',
    arguments: '[--kills N] [--writes N]',
    run: ['tests/chaos/kills.ts'],
    buildsFirst: true,
  },
  soak: {
    summary: 'read and write for some minutes, and watch memory and handles',
    arguments: '[--minutes N]',
    run: ['tests/chaos/soak.ts'],
    buildsFirst: true,
  },
  screenshots: {
    summary: 'screenshots of every page of the sample and of its admin area',
    arguments: '[FOLDER]',
    run: ['tests/screenshots/run.ts'],
    buildsFirst: true,
  },
  stub: {
    summary: 'run the stub API host by hand',
    arguments: '[PORT]',
    run: ['tests/support/run-stub.ts'],
  },
};

const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

const usage = [
  'Usage: npm run lab -- NAME [arguments]',
  '',
  ...Object.entries(experiments).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`),
].join('\n');

/** Runs Node with these arguments, passes signals on to it, and returns its exit code. */
async function runNode(args: readonly string[], environment = {}): Promise<number> {
  const env = { ...environment, ...process.env };
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  const stop = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return code ?? 1;
}

async function runExperiment([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || isHelp(name)) {
    console[name ? 'log' : 'error'](usage);
    return name ? 0 : 2;
  }
  const experiment = Object.hasOwn(experiments, name) ? experiments[name] : undefined;
  if (!experiment) {
    const meant = nearestName(name, Object.keys(experiments));
    console.error(`There is no "${name}".${meant ? ` Did you mean ${meant}?` : ''}\n\n${usage}`);
    return 2;
  }
  if (args.some(isHelp)) {
    console.log(`Usage: npm run lab -- ${name} ${experiment.arguments}: ${experiment.summary}`);
    return 0;
  }
  if (experiment.buildsFirst) {
    const built = await runNode(['scripts/build.ts']);
    if (built !== 0) return built;
  }
  return runNode([...experiment.run, ...args], experiment.environment);
}

process.exitCode = await runExperiment(process.argv.slice(2));
