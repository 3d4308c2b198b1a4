import { setTimeout } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { isBusy } from './errors.ts';

/** How long a write waits for another process that holds the lock on the file (a backup, say), in milliseconds. */
const waitMs = 5_000;
/** So long when a wait was in vain and nothing could be written since: whoever asks hears it soon. */
const shortMs = 250;
const pauseMs = 20;

/**
 * The driver, with statements that wait for the lock. SQLite's own wait (busy_timeout) stands still with the whole process, pages and
 * all; this one lets everybody else go on. What waits in vain is rejected with SQLite's error.
 */
export function withPatience(driver: Driver): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  const patient = new WeakMap<DatabaseConnection, DatabaseConnection>();
  let patienceMs = waitMs;

  function wrap(connection: DatabaseConnection): DatabaseConnection {
    return {
      async executeQuery<Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]) {
        const until = performance.now() + patienceMs;
        for (let waited = false; ; waited = true) {
          try {
            const result = await connection.executeQuery<Row>(query);
            if (waited || writes.test(query.sql)) patienceMs = waitMs;
            return result;
          } catch (error) {
            if (!isBusy(error)) throw error;
            if (performance.now() >= until) {
              patienceMs = shortMs;
              throw error;
            }
            await setTimeout(pauseMs);
          }
        }
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  const begin = driver.beginTransaction.bind(driver);
  // Who only reads needs no lock: lists are read while somebody holds it.
  driver.beginTransaction = async (connection, settings) => {
    if (settings.accessMode !== 'read only') return begin(connection, settings);
    await connection.executeQuery(CompiledQuery.raw('begin deferred'));
  };
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    const known = patient.get(connection) ?? wrap(connection);
    patient.set(connection, known);
    return known;
  };
  return driver;
}

/** Statements that need the lock: one that passed says that it is free. */
const writes = /^\s*(begin$|insert|update|delete)/i;
