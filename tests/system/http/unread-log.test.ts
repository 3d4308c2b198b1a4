// @module-tag deep/faults: runs the product with a log that stalls, that fails or that nobody reads
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const asked = 6_000;
let folder: string;
let child: ChildProcess | undefined;
const open = new Set<number>();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-unread-'));
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = undefined;
  for (const descriptor of open) closeSync(descriptor);
  open.clear();
  await rm(folder, { recursive: true, force: true });
});

function opened(path: string, flags: number): number {
  const descriptor = openSync(path, flags);
  open.add(descriptor);
  return descriptor;
}

function close(descriptor: number): void {
  open.delete(descriptor);
  closeSync(descriptor);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns the status of an answer; 0 if none arrives within 5 s. */
function ask(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const asking = request({ host: '127.0.0.1', port, path, agent, timeout: 5_000 }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asking.on('timeout', () => asking.destroy()).on('error', () => resolve(0));
    asking.end();
  });
}

/** Starts the product with this standard output, and waits until it answers. */
async function startWith(stdout: number | 'pipe') {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const started = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, PORT: String(port), METRICS_PORT: String(metricsPort) },
      ...{ DATA_DIR: join(folder, 'data'), SAMPLE_CONTENT: 'off', LOG_LEVEL: 'debug' },
      ADMIN_PASSWORD: 'correct horse battery',
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  child = started;
  let errors = '';
  started.stderr?.on('data', (bytes: Buffer) => {
    errors += bytes;
  });
  await expect.poll(() => ask(port, '/healthz'), { timeout: 20_000 }).toBe(200);
  /** Sends thousands of requests; returns the number of answers. */
  const load = async () => {
    let [begun, answered] = [0, 0];
    const one = async (): Promise<void> => {
      begun += 1;
      if (begun > asked) return;
      if ((await ask(port, `/healthz?${'x'.repeat(50)}`)) !== 200) return;
      answered += 1;
      return one();
    };
    await Promise.all(Array.from({ length: 8 }, one));
    return answered;
  };
  const lost = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^studio_log_lines_lost_total (\d+)$/m.exec(text)?.[1]);
  };
  /** Sends SIGTERM and returns the exit code. */
  const stop = async () => {
    const exited = once(started, 'exit');
    started.kill('SIGTERM');
    return (await exited)[0] as number | null;
  };
  return { load, lost, stop, errors: () => errors, health: () => ask(port, '/healthz') };
}

it('a fifo whose reader stalls: everything is answered, the reader gets whole lines and how many are missing, SIGTERM ends', async () => {
  const fifo = join(folder, 'fifo');
  execFileSync('sh', ['-c', 'mkfifo "$0"', fifo]);
  const reader = opened(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = opened(fifo, constants.O_WRONLY);
  const { load, lost, stop, health } = await startWith(writer);
  close(writer);
  expect(await load()).toBe(asked);
  const missing = await lost();
  expect(missing).toBeGreaterThan(0);

  let text = '';
  const buffer = Buffer.alloc(1024 * 1024);
  const read = () => {
    try {
      text += buffer.toString('latin1', 0, readSync(reader, buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    return text;
  };
  await expect.poll(read, { interval: 5, timeout: 30_000 }).toMatch(/\d+ log lines were lost.*\n/);
  expect(await health()).toBe(200);
  expect(await stop()).toBe(0);
  read();
  const lines = text.split('\n').slice(0, -1);
  const told = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  // Apart from the JSON lines there are only the lines of the start.
  expect(lines.length - told.length).toBeLessThan(12);
  const said = told.reduce((sum, { lost: count = 0 }) => sum + count, 0);
  expect(said).toBeGreaterThanOrEqual(missing);
  expect(told.filter(({ msg }) => msg === 'request').length + said).toBeGreaterThanOrEqual(asked);
});

it('a log on a full disk: everything is answered, and the process lives until SIGTERM', async () => {
  const { load, lost, stop, errors } = await startWith(opened('/dev/full', constants.O_WRONLY));
  expect(await load()).toBe(asked);
  expect(await lost()).toBeGreaterThan(0);
  expect(await stop()).toBe(0);
  expect(errors()).toBe('');
});
