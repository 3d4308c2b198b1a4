import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { meterCpu } from './process-cost.ts';

/** A server in a process of its own. */
export interface Started {
  url: string;
  pid: number;
  /** Path of the file with its output. */
  log: string;
  /** Returns the CPU microseconds since its start. */
  cpu(): number;
  /** Adds a function that runs before the process is stopped. */
  onStop(close: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Starts the servers of a load: all of them end with the load, even after an error. */
export interface Stage {
  /**
   * Starts the product on a free port: `LOG_LEVEL=info`, without NODE_ENV, its log in a file. DATA_DIR is a new empty
   * folder by default.
   */
  product(environment?: Record<string, string>): Promise<Started>;
  /** Starts a program of tests/bench/anchors, by its name without extension. */
  anchor(program: string, ...args: string[]): Promise<Started>;
  /** Starts another program, and waits until its address answers; undefined if it is not installed. */
  installed(program: string, url: string, args: string[]): Promise<Started | undefined>;
  /** Starts the API host of the loads (tests/bench/anchors/host.ts). */
  host(): Promise<Started>;
  /** Creates a temporary folder. */
  folder(): string;
  /** Returns a port that is free now. */
  freePort(): Promise<number>;
}

const product = join(import.meta.dirname, '../../server/main.ts');
const anchors = join(import.meta.dirname, 'anchors');
const startSeconds = 60;

/** Passes the stage to `play` and cleans it up afterwards. */
export async function onStage<Result>(play: (stage: Stage) => Promise<Result>): Promise<Result> {
  const folders: string[] = [];
  const running: Started[] = [];
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'studio-bench-'));
    folders.push(path);
    return path;
  };
  const keep = (started: Started) => void running.push(started);
  const runNode = async (program: string, args: string[], environment: Record<string, string>) =>
    startNode(program, args, environment, join(folder(), 'log'), keep);
  // An aborted run leaves nothing behind.
  const endAll = () => {
    for (const { pid } of running) killIfThere(pid);
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  };
  const breakOff = () => process.exit(130);
  process.once('exit', endAll).once('SIGINT', breakOff).once('SIGTERM', breakOff);
  try {
    return await play({
      folder,
      freePort,
      product: (environment = {}) =>
        runNode(product, [], { PORT: '0', LOG_LEVEL: 'info', DATA_DIR: folder(), ...environment }),
      anchor: (program, ...args) => runNode(join(anchors, `${program}.ts`), args, {}),
      host: () => runNode(join(anchors, 'host.ts'), [], {}),
      installed: async (program, url, args) => {
        if (spawnSync('which', [program]).status !== 0) return undefined;
        return startOther(program, url, args, join(folder(), 'log'), keep);
      },
    });
  } finally {
    for (const started of running.toReversed()) await started.stop();
    for (const path of folders) rmSync(path, { recursive: true, force: true });
    process.off('exit', endAll).off('SIGINT', breakOff).off('SIGTERM', breakOff);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Starts a server under Node that prints a line with its address. */
async function startNode(
  program: string,
  args: string[],
  environment: Record<string, string>,
  log: string,
  keep: (started: Started) => void,
): Promise<Started> {
  const started = launch(process.execPath, [program, ...args], environment, log);
  keep(started);
  const url = await until(started, () => /The site is at (\S+)/.exec(readFileSync(log, 'utf8'))?.[1]);
  return Object.assign(started, { url });
}

async function startOther(
  program: string,
  url: string,
  args: string[],
  log: string,
  keep: (started: Started) => void,
): Promise<Started> {
  const started = launch(program, args, {}, log);
  keep(started);
  const answers = () =>
    fetch(url).then(
      () => url,
      () => undefined,
    );
  await until(started, answers);
  return Object.assign(started, { url });
}

interface Launched extends Started {
  ended: boolean;
}

/** Output goes to a file: with a pipe, the reader would become part of the figures. */
function launch(command: string, args: string[], environment: Record<string, string>, log: string): Launched {
  writeFileSync(log, '');
  const output = openSync(log, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const closers: (() => Promise<void>)[] = [];
  const ends = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const pid = child.pid ?? 0;
  const launched: Launched = {
    url: '',
    pid,
    log,
    ended: false,
    // A process that was just started has used no CPU of its own yet.
    cpu: meterCpu(pid),
    onStop: (close) => closers.push(close),
    stop: async () => {
      for (const close of closers.splice(0)) await close();
      if (!launched.ended) child.kill('SIGTERM');
      await ends;
    },
  };
  void ends.then(() => {
    launched.ended = true;
  });
  return launched;
}

async function until<Value>(
  started: Launched,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + startSeconds * 1000;
  while (!started.ended && performance.now() < end) {
    const value = await look();
    if (value !== undefined) return value;
    await sleep(10);
  }
  throw new Error(`A server did not start:\n${readFileSync(started.log, 'utf8')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
