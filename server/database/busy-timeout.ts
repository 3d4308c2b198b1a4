import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { isBusy } from './errors.ts';

/** How long a write waits for another process (such as a backup) that holds the lock on the file, in milliseconds. */
const waitMs = 5_000;
const pauseMs = 20;

/**
 * Wraps the driver, so that statements wait for the lock without blocking the process; SQLite's own busy timeout
 * would block it. A statement that waits too long is rejected with SQLite's error.
 */
export function withBusyTimeout(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>();

  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    const known = wrapped.get(connection) ?? waiting(connection);
    wrapped.set(connection, known);
    return known;
  };
  // A read-only transaction begins without the lock, so lists can be read while another process holds it.
  driver.beginTransaction = async (connection, settings) => {
    if (settings.accessMode !== 'read only') return begin(connection, settings);
    await connection.executeQuery(CompiledQuery.raw('begin deferred'));
  };
  return driver;
}

/** Wraps the connection: retries statements while the file is locked. */
function waiting(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      for (const until = performance.now() + waitMs; ; ) {
        try {
          return await connection.executeQuery<Row>(query);
        } catch (error) {
          if (!isBusy(error) || performance.now() >= until) throw error;
        }
        await setTimeout(pauseMs);
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}
