// @module-tag deep/process: starts the product as the unit does
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { listening } from '../../support/free-port.ts';
import { folderForEach } from '../../support/temp-folder.ts';
import { root, unitEnvironment, unitFile, words } from './support/unit-file.ts';

const run = promisify(execFile);
const site = unitFile('studio-site.service');
const backup = unitFile('studio-site-backup.service');

let folder: string;
const children: ChildProcess[] = [];

folderForEach((made) => (folder = made));
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
    // Kills the whole process group: each child leads its own.
    process.kill(-child.pid, 'SIGKILL');
    await once(child, 'exit');
  }
});

/** Replaces the paths of the unit by those of this machine. */
const here = (text: string) =>
  text
    .replaceAll('/srv/studio-site', root)
    .replaceAll('/var/lib/studio-site', join(folder, 'data'))
    .replaceAll('/var/cache/studio-site', join(folder, 'cache'))
    .replaceAll('/var/backups/studio-site', join(folder, 'backups'));

function environmentOf(unit: typeof site): Record<string, string> {
  const given = Object.entries(unitEnvironment(unit)).map(([name, value]) => [name, here(value)]);
  return { PATH: process.env.PATH ?? '', ...Object.fromEntries(given) };
}

/**
 * Starts a shell in place of systemd: it holds a listening socket without accepting connections, and starts the
 * service by its own command line each time `start` is called. `settings` replace the unit's EnvironmentFile.
 */
async function supervise(settings: Record<string, string>) {
  const server = createServer();
  const { port } = new URL(await listening(server));
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  const [line = ''] = site('ExecStart').map(here);
  // `LISTEN_PID` has to name the service itself; `exec` retains the process id.
  const service = `echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec ${line}`;
  const shell = spawn('sh', ['-c', 'while read -r _; do sh -c "$SERVICE"; echo "exit $?"; done'], {
    cwd: root,
    env: { ...environmentOf(site), ...settings, PORT: port, SERVICE: service },
    stdio: ['pipe', 'pipe', 'inherit', fd],
    detached: true,
  });
  children.push(shell);
  await new Promise((resolve) => server.close(resolve));
  const lines = createInterface({ input: shell.stdout as Readable });
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      lines.on('line', (text) => {
        const found = pattern.exec(text);
        if (found) resolve(found[1] ?? '');
      });
    });
  return {
    port,
    /** Starts the service. `ended` resolves with its exit code. */
    start() {
      const [pid, from, ended] = [said(/^pid (\d+)/), said(/listens on +(.*)/), said(/^exit (\d+)/)];
      shell.stdin?.write('\n');
      return { pid, from, ended };
    },
  };
}

it('the service gives the server time to stop, lets V8 compile, and starts again after a failure only', () => {
  const delay = Number(unitEnvironment(site).SHUTDOWN_DELAY_MS);
  expect(site('TimeoutStopSec')).toEqual([String(delay / 1000 + 10)]);
  expect(site('Restart')).toEqual(['on-failure']);
  expect(site('MemoryDenyWriteExecute')).toEqual([]);
  for (const unit of [site, backup]) {
    expect(unit('EnvironmentFile')).toEqual(['/etc/studio-site.env']);
    expect(unitEnvironment(unit).DATA_DIR).toBe(`/var/lib/${unit('StateDirectory')}`);
    expect(unit('NoNewPrivileges')).toEqual(['yes']);
    expect(unit('ProtectSystem')).toEqual(['strict']);
  }
  const [host, port] = unitFile('studio-site.socket')('ListenStream').join().split(':');
  expect(unitEnvironment(site)).toMatchObject({ HOST: host, PORT: port });
});

it('by its own lines the service starts, is found ready, and hands its port on: who comes between two processes waits', async () => {
  const settings = { SHUTDOWN_DELAY_MS: '0', SAMPLE_CONTENT: 'off' };
  const { port, start } = await supervise(settings);
  const first = start();
  const [program = '', ...args] = words(site('ExecStartPost').map(here).join());
  await run(program, args, { env: { ...environmentOf(site), PORT: port } });
  expect((await fetch(`http://127.0.0.1:${port}/readyz?self=1`)).status).toBe(200);
  expect(await first.from).toBe(`an inherited socket, port ${port}`);
  process.kill(Number(await first.pid), 'SIGTERM');
  expect(await first.ended).toBe('0');

  // No process serves now, but the port is open.
  const waiting = fetch(`http://127.0.0.1:${port}/healthz`);
  const second = start();
  expect((await waiting).status).toBe(200);
  await second.from;
  expect(await second.pid).not.toBe(await first.pid);
  process.kill(Number(await second.pid), 'SIGTERM');
  expect(await second.ended).toBe('0');
});

it('the backup service makes a backup by its own line', async () => {
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'data/site.json'), '{}');
  const [line = ''] = backup('ExecStart').map(here);
  const [program = '', ...args] = words(line);
  const said = execFileSync(program, args, { cwd: root, env: environmentOf(backup), encoding: 'utf8' });
  expect(said).toMatch(/backups\/site-\S+: 0 rows and 1 files, .*verified; 0 older deleted, 1 kept\n$/);
});
