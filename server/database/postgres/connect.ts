import pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../errors.ts';
import { isUnavailable } from '../errors.ts';
import type { OnUnavailable } from '../state.ts';

/** The most connections that one process opens for requests. */
const poolSize = 10;
/** How long a request waits for a connection, in milliseconds. */
const connectMs = 5_000;
/**
 * The time after which the server cancels a statement, in milliseconds. A transaction that is idle for longer than
 * `idleInTransactionMs` is ended too.
 */
const statementMs = 8_000;
/**
 * How long the server may send no answer before it counts as dead, in milliseconds: slightly more than a statement
 * may take.
 */
const answerMs = 10_000;
/**
 * Idle time before TCP checks the other end of a connection, in milliseconds. It also keeps a firewall from closing
 * the connection.
 */
const keepAliveMs = 10_000;
const idleInTransactionMs = 15_000;
/** How long a write waits for the writers' lock, in milliseconds; as on SQLite (sqlite.ts). */
const lockMs = 5_000;
/**
 * How long a command waits for a database that cannot be reached yet, in milliseconds; `lookMs` is the pause between
 * two attempts.
 */
const awaitMs = 60_000;
export const lookMs = 1_000;
/** The type ids of bigint (counts) and numeric (sums). Both are read as numbers: here they are far below 2^53. */
const numeric = new Set([20, 1700]);
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    numeric.has(oid) && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Returns the settings of all our connections to PostgreSQL. `url` is DATABASE_URL, whose own parameters (sslmode,
 * options …) apply too.
 */
export function connectionOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'studio',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    types,
  };
}

/**
 * Opens the connection pool for requests. An idle connection that breaks is replaced silently; a connection whose
 * server stops answering is closed. `patience` is for tests.
 */
export function openPool(url: string, log: Logger, patience = { connectMs, answerMs }) {
  const pool = new pg.Pool({
    ...connectionOf(url),
    connectionTimeoutMillis: patience.connectMs,
    query_timeout: patience.answerMs,
    max: poolSize,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  pool.on('error', (error) => log.debug({ err: error }, 'a connection to the database has ended'));
  outliveConnections(pool);
  pool.on('connect', cutOffWhenSilent);
  return pool;
}

/** Connections for migrations and copies, without time limits. */
export function openSlowPool(url: string) {
  const pool = new pg.Pool({ ...connectionOf(url), max: 2 });
  pool.on('error', () => {});
  outliveConnections(pool);
  return pool;
}

/**
 * Keeps the process alive when a connection ends between two statements of a transaction: the pool handles errors of
 * idle connections only, and an error without a listener would end the process. The next statement fails instead.
 */
function outliveConnections(pool: pg.Pool) {
  pool.on('connect', (client) => client.on('error', () => {}));
}

interface WaitOptions {
  waitMs?: number;
  /** If set, the wait has no limit. Called when the database does not answer, and again each minute until it does. */
  onAway?: OnUnavailable;
}

/**
 * Waits until the database answers, and checks that it is suitable. Rejects with StartError, which names DATABASE_URL
 * and never its value, when the database cannot be reached within `waitMs`, refuses the connection, or is not
 * suitable for a site.
 */
export async function awaitDatabase(
  url: string,
  log: Logger,
  { onAway, waitMs = onAway ? Number.POSITIVE_INFINITY : awaitMs }: WaitOptions = {},
) {
  const until = performance.now() + waitMs;
  for (let toldAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      const problem = await problemOf(url);
      if (problem) throw new StartError(`DATABASE_URL: ${problem}`);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      if (!isUnavailable(error) || lacksTls(error))
        throw new StartError(`DATABASE_URL: ${wordsOf(error)}`, { cause: error });
      if (performance.now() >= until)
        throw new StartError(`DATABASE_URL: the database does not answer: ${wordsOf(error)}`, {
          cause: error,
        });
      if (performance.now() - toldAt >= awaitMs) {
        toldAt = performance.now();
        log.warn({ err: error, why: wordsOf(error) }, 'the database does not answer yet; waiting');
        await onAway?.();
      }
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }
}

/** Describes why the database cannot be used. Rejects when it does not answer. */
async function problemOf(url: string) {
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<
      Record<'version' | 'number' | 'encoding' | 'readonly' | 'schema', string | null>
    >(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number, current_setting('server_encoding') as encoding,
        current_setting('transaction_read_only') as readonly, current_schema() as schema`,
    );
    const { version, number, encoding, readonly, schema } = rows[0] ?? {};
    const tooOld = versionProblem(String(version), Number(number));
    if (tooOld) return tooOld;
    if (encoding !== 'UTF8') return `the database has the encoding ${encoding}; it must be UTF8`;
    if (readonly === 'on') return 'the database is read-only (a standby?)';
    if (!schema) return 'no schema of the search_path exists';
    return undefined;
  } finally {
    await client.end();
  }
}

/**
 * True if the server offers no TLS. Matches the client's message, since the error has no code. A running site counts
 * such a server as unavailable. A start fails immediately, because waiting would not help.
 */
function lacksTls(error: unknown) {
  return error instanceof Error && error.message.startsWith('The server does not support SSL');
}

/** Describes the failure without the server's address or a password. */
export function wordsOf(error: unknown) {
  if (lacksTls(error)) return 'sslmode asks for TLS, which the server does not support';
  const { code, message } = error as { code?: string; message?: string };
  const words: Record<string, string> = {
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'the host name cannot be resolved',
    '28P01': 'the user or the password is wrong',
    '28000': 'the server does not accept this user from this address',
    '3D000': 'there is no database of this name',
    '42501': 'this user may not do that',
  };
  return words[code ?? ''] ?? message ?? String(error);
}

/**
 * Closes the connection of a query that gets no answer. A server whose machine has stopped sends nothing, not even a
 * statement timeout. pg rejects a query after `query_timeout`, but would use the connection again while the answer is
 * still outstanding.
 */
export function cutOffWhenSilent<Client extends pg.ClientBase>(client: Client) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const asked = query(...given);
    if (!(asked instanceof Promise)) return asked;
    return asked.catch((error: unknown) => {
      if (isSilence(error)) cutOff(client);
      throw error;
    });
  }) as Client['query'];
  return client;
}

/** True for pg's own timeout; its error has this message (pg's client.js) and no code. */
function isSilence(error: unknown) {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Closes the connection. With a query in progress, `end` closes the socket immediately, and the pool does not reuse a
 * client that is ending.
 */
function cutOff(client: pg.ClientBase) {
  (client as unknown as pg.Client).end().catch(() => {});
}

const oldestVersion = 16;

/** `version` is the server's version text, `number` its server_version_num. */
export function versionProblem(version: string, number: number) {
  if (number >= oldestVersion * 10_000) return undefined;
  return `PostgreSQL ${oldestVersion} or later is needed, and this is ${version} (Debian 12 has 15; later versions are at apt.postgresql.org)`;
}
