import pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../errors.ts';
import { presenceLock } from '../postgres-locks.ts';
import { awaitDatabase, connectionOf } from './connect.ts';
import { assertNotPooled } from './listener.ts';

/**
 * Takes the exclusive lock on the database (`url` is DATABASE_URL) for one command. Every running process holds the
 * same lock in shared mode (listener.ts), so this fails while one runs. Changes no data. Rejects with StartError when
 * the database cannot be reached, when a process is running, or when locks do not work on this connection. `client` is
 * the connection that holds the lock: a transaction on it is rolled back if the connection breaks.
 */
export async function openExclusiveLock(url: string, log: Logger) {
  await awaitDatabase(url, log, { waitMs: 0 });
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await assertNotPooled(client, url);
    // Turns off the timeouts that the server is configured with: a copy must not fail because of them.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${presenceLock}) as taken`,
    );
    if (!rows[0]?.taken) {
      throw new StartError(
        'DATABASE_URL: the database is in use by a process of the site. Stop every process of the site first, on every machine.',
      );
    }
    return { client, close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
