import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server in a process of its own, in a group with its children. */
export type Server = Awaited<ReturnType<typeof startServer>>;

const stops: (() => Promise<void>)[] = [];
const folders: string[] = [];

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  folders.push(path);
  return path;
}

/** Starts the product: LOG_LEVEL=info, no NODE_ENV, its log in a file, DATA_DIR a new folder by default. */
export function startProduct(environment: Record<string, string> = {}) {
  const product = join(import.meta.dirname, '../../server/main.ts');
  return startServer([product], {
    PORT: '0',
    LOG_LEVEL: 'info',
    DATA_DIR: temporaryFolder(),
    ...environment,
  });
}

/** Starts a program of anchors.ts. */
export function startAnchor(name: string, given = '') {
  return startServer([join(import.meta.dirname, 'anchors.ts'), name, given], {});
}

async function startServer(args: string[], environment: Record<string, string>) {
  const log = join(temporaryFolder(), 'log');
  // A pipe's reader would become part of the figures.
  const output = openSync(log, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', output, output],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pid = child.pid ?? 0;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  stops.push(stop);
  for (let left = 6_000; left > 0 && child.exitCode === null; left -= 1) {
    const url = /The site is at (\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (url) return { url, pid, stop };
    await sleep(10);
  }
  throw new Error(`A server did not start:\n${readFileSync(log, 'utf8')}`);
}

/** Stops every server that was started, and removes their folders. */
export async function stopServers() {
  for (const stop of stops.splice(0)) await stop();
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
}

/** Starts to count the processor time of a server and its children; the returned function gives the milliseconds so far. */
export function meterCpu(server: Server) {
  const before = cpuOf(server);
  return () => cpuOf(server) - before;
}

/**
 * Processor milliseconds of a server and its children since their start. `schedstat` counts
 * nanoseconds of each thread; a thread that ended is left out.
 */
export function cpuOf({ pid }: Server) {
  return familyOf(pid).reduce((sum, each) => {
    const threads = list(`/proc/${each}/task`).map((id) => read(`/proc/${each}/task/${id}/schedstat`));
    return sum + threads.reduce((total, line) => total + Number(line.split(' ', 1)[0]) / 1e6, 0);
  }, 0);
}

/** Resident MiB of the server and its children: now, or the most since `forgetPeak`. */
export function memoryOf({ pid }: Server, field: 'VmRSS' | 'VmHWM' = 'VmRSS') {
  const kilobytes = familyOf(pid).map((each) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(`/proc/${each}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

export function forgetPeak({ pid }: Server) {
  for (const each of familyOf(pid)) writeFileSync(`/proc/${each}/clear_refs`, '5');
}

/** The server leads a process group. */
function familyOf(pid: number) {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(/\) \S+ \d+ (\d+)/.exec(read(`/proc/${each}/stat`))?.[1]) === pid);
}

/** A process may end while it is read. */
function read(file: string) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
