import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { isBusy } from './errors.ts';

/** How long a write waits for another process (such as a backup) that holds the lock on the file, in milliseconds. */
const waitMs = 5_000;
/**
 * How long each statement waits, in milliseconds, after an earlier statement has waited in vain: callers then learn
 * soon that the file is still locked. Once a write succeeds, `waitMs` applies again.
 */
const shortMs = 250;
const pauseMs = 20;

/**
 * Wraps the driver, so that statements wait for the lock without blocking the process; SQLite's own busy timeout
 * would block it. A statement that waits too long is rejected with SQLite's error.
 */
export function withBusyTimeout(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const patience: BusyTimeout = { ms: waitMs };

  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    const known = wrapped.get(connection) ?? waiting(connection, patience);
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

/** How long the next statement waits, in milliseconds; one object is shared by all connections. */
interface BusyTimeout {
  ms: number;
}

/** Wraps the connection: retries statements while the file is locked. */
function waiting(connection: DatabaseConnection, patience: BusyTimeout): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const until = performance.now() + patience.ms;
      for (let attempt = 1; ; attempt += 1) {
        const result = await unlessBusy(connection.executeQuery<Row>(query));
        if (!('busy' in result)) {
          if (attempt > 1 || writes.test(query.sql)) patience.ms = waitMs;
          return result;
        }
        if (performance.now() >= until) {
          patience.ms = shortMs;
          throw result.busy;
        }
        await setTimeout(pauseMs);
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

function unlessBusy<Result>(running: Promise<Result>): Promise<Result | { busy: unknown }> {
  return running.catch((error: unknown) => {
    if (isBusy(error)) return { busy: error };
    throw error;
  });
}

/** Matches statements that need the lock: if one of them succeeds, the lock is free. */
const writes = /^\s*(begin$|insert|update|delete)/i;
