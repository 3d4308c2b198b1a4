import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { BackupProblem } from '../problem.ts';

/** The programs of PostgreSQL that write and read a dump. They are found on PATH. */
type Tool = 'pg_dump' | 'pg_restore';

/**
 * Returns a connection URL as the environment variables that these programs read (libpq; PostgreSQL, §34.15). Other
 * users of the machine can see the arguments of a command, but not its environment. A variable that is already set
 * stays if the URL does not state its value.
 */
export function connectionEnvironment(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams: query } = new URL(url);
  const given: Record<string, string | null> = {
    PGHOST: query.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: query.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGOPTIONS: query.get('options'),
    PGSSLCERT: query.get('sslcert'),
    PGSSLKEY: query.get('sslkey'),
    ...tlsOf(query),
    PGAPPNAME: 'studio',
    PGCONNECT_TIMEOUT: '10',
  };
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/**
 * Returns the variables for TLS. Whenever the product uses TLS, it verifies the certificate of the database server
 * unless the URL contains no-verify. These variables make the programs do the same.
 */
function tlsOf(query: URLSearchParams): Record<string, string | null> {
  const mode = query.get('sslmode');
  if (mode === 'disable' || (mode === null && query.get('ssl') !== 'true')) return { PGSSLMODE: mode };
  if (mode === 'no-verify') return { PGSSLMODE: 'require' };
  if (query.get('uselibpqcompat') === 'true')
    return { PGSSLMODE: mode, PGSSLROOTCERT: query.get('sslrootcert') };
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: query.get('sslrootcert') ?? 'system' };
}

/** Returns the major version of a program. Rejects with `BackupProblem` if the program is not installed. */
export async function majorOf(tool: Tool): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(tool, ['--version']);
    return Number(/\b(\d+)(?:\.|beta|rc|\s|$)/.exec(stdout.replace(/^.*?\)/, ''))?.[1]);
  } catch (cause) {
    throw new BackupProblem(
      `${tool} is not on PATH: PostgreSQL's own programs write and read its backups. Install its client (postgresql-client).`,
      { cause },
    );
  }
}

/** Rejects with `BackupProblem` if a program is older than the database server, whose data it then cannot read. */
export async function assertToolFits(tool: Tool, serverMajor: number): Promise<void> {
  const major = await majorOf(tool);
  if (major >= serverMajor) return;
  throw new BackupProblem(
    `${tool} on PATH is version ${major}, and the server is version ${serverMajor}: it must not be older. Install postgresql-client-${serverMajor} and put it first on PATH.`,
  );
}

/** Runs a program. If it fails, rejects with a `BackupProblem` that quotes the last lines of its output. */
export async function runTool(tool: Tool, args: string[], url?: string): Promise<void> {
  const child = spawn(tool, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(url && connectionEnvironment(url)) },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return;
  throw new BackupProblem(
    `${tool} failed (${signal ?? `exit code ${code}`}): ${said.trim() || 'no message'}`,
  );
}
