import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { isBusy } from './errors.ts';

/** How long a write waits for another process that holds the lock on the file (a backup, say), in milliseconds. */
const waitMs = 5_000;
/** How long when a wait was in vain and no write has passed since: the caller learns soon that the file is locked. */
const shortMs = 250;
const pauseMs = 20;

/**
 * The driver, with statements that wait for the lock. SQLite's own busy timeout blocks the whole process, pages and all; this one
 * lets other requests go on. A statement that waits in vain is rejected with SQLite's error.
 */
export function withPatience(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const wrapped = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const patience: Patience = { ms: waitMs };

  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    const known = wrapped.get(connection) ?? waiting(connection, patience);
    wrapped.set(connection, known);
    return known;
  };
  // A transaction that only reads needs no lock: lists are read while another process holds it.
  driver.beginTransaction = async (connection, settings) => {
    if (settings.accessMode !== 'read only') return begin(connection, settings);
    await connection.executeQuery(CompiledQuery.raw('begin deferred'));
  };
  return driver;
}

/** How long the next statement waits; shared by all connections. */
interface Patience {
  ms: number;
}

/** The connection, with statements that are tried again while the file is locked. */
function waiting(connection: DatabaseConnection, patience: Patience): DatabaseConnection {
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

/** Statements that need the lock: one that passes proves that it is free. */
const writes = /^\s*(begin$|insert|update|delete)/i;
