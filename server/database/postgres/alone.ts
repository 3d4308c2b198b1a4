import pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../errors.ts';
import { presenceLock } from '../postgres-locks.ts';
import { awaitDatabase, connectionOf } from './connect.ts';
import { assertDirect } from './line.ts';

/** A PostgreSQL database that no process of the site uses, and none begins to use. */
export interface Alone {
  /** The connection that keeps the others away. What is done in one transaction of it is undone when it breaks. */
  readonly client: pg.Client;
  /** Lets the others in. */
  close(): Promise<void>;
}

/**
 * Keeps the database (`url` is DATABASE_URL) for one command that needs it for itself: the other side of the lock that every running
 * process holds (line.ts). Changes nothing. Rejects with StartError when the database is not there, when a process runs, or when locks do
 * not work on this connection.
 */
export async function openAlone(url: string, log: Logger): Promise<Alone> {
  await awaitDatabase(url, log, { waitMs: 0 });
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await assertDirect(client, url);
    // However the server is set up, a copy takes as long as it takes.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${presenceLock}) as taken`,
    );
    if (!rows[0]?.taken) {
      throw new StartError(
        `DATABASE_URL: ${await runningWords(client)}. Stop every process of the site first, on every machine.`,
      );
    }
    return { client, close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** How many use it, as far as this user may see. */
async function runningWords(client: pg.Client): Promise<string> {
  const count = await runningProcesses(client);
  return `the database is in use by ${count === 1 ? 'a process' : `${count} processes`} of the site`;
}

/** How many processes of the site run on the database. */
async function runningProcesses(client: Pick<pg.Client, 'query'>): Promise<number> {
  const [first, second] = presenceLock.split(/, (?=hashtext)/);
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from pg_locks where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${first} and objid::bigint = (${second})::bigint & 4294967295`,
  );
  return Number(rows[0]?.count ?? 0);
}
