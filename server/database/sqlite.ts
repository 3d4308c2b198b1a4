import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { StartError } from '../errors.ts';
import { makePrivateFile } from '../process/data-dir.ts';
import { isBusy } from './errors.ts';
import type { SiteTables } from './site-types.ts';
import type { Signals } from './state.ts';
import type { Tables } from './types.ts';

/**
 * How long the opening of a file waits for another process (such as a backup) that holds the file, in milliseconds.
 * Later statements wait by `withBusyTimeout`.
 */
const busyTimeoutMs = 5_000;
const cachedStatements = 200;

/**
 * Opens the database, or creates it with mode 0600. `:memory:` opens a separate database in memory, for tests.
 * `pragmas` run first, for settings that must precede the creation of the file. Throws StartError, which names the file,
 * when it cannot be opened or is not a database.
 */
export function openSqlite<Schema = Tables>(file: string, pragmas = '') {
  try {
    if (file !== ':memory:') makePrivateFile(file);
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
    try {
      database.exec(pragmas);
      // FULL: an acknowledged write is on the disk, also after a power failure
      // (https://www.sqlite.org/pragma.html#pragma_synchronous).
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; select count(*) from sqlite_schema; pragma busy_timeout = 0',
      );
    } catch (error) {
      database.close();
      throw error;
    }
    return queriesOn<Schema>(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The database ${file} cannot be opened: ${reason}`, { cause: error });
  }
}

/** Returns typed queries on an open database. */
export function queriesOn<Schema = Tables>(database: DatabaseSync) {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database: adapt(database) }) });
}

/**
 * Declares that transactions cover DDL. kysely assumes that SQLite cannot roll back DDL, but it can, and a failed
 * migration must leave nothing behind.
 */
class NodeSqliteDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }

  override createDriver() {
    return withBusyTimeout(super.createDriver());
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Adapts node:sqlite to kysely's SQLite dialect, and caches prepared statements. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({ max: cachedStatements });
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      // `begin` takes the write lock immediately. A transaction that reads first and then writes would fail instead
      // of waiting if another process wrote in between (SQLITE_BUSY_SNAPSHOT). Taking the lock early costs nothing
      // here, because this process has one connection.
      const statement =
        sql === 'rollback'
          ? rollback(database)
          : adaptStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql), isPragma.test(sql));
      prepared.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Matches pragmas: some of them (incremental_vacuum) work in many steps, each of which counts as a row without
 * columns.
 */
const isPragma = /^\s*pragma\b/i;

/**
 * Makes the statement `rollback`. On a full disk SQLite has rolled back already
 * (https://www.sqlite.org/lang_transaction.html); a second rollback would fail, and its error would hide the reason.
 */
function rollback(database: DatabaseSync): SqliteStatement {
  const statement = adaptStatement(database.prepare('rollback'));
  return {
    ...statement,
    run: (parameters) =>
      database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 },
  };
}

function adaptStatement(statement: StatementSync, isSteps = false): SqliteStatement {
  return {
    reader: isSteps || statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toSqlite)),
    run: (parameters) => statement.run(...parameters.map(toSqlite)),
    iterate: (parameters) => statement.iterate(...parameters.map(toSqlite)),
  };
}

function toSqlite(value: unknown) {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

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
function withBusyTimeout(driver: Driver) {
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
    async executeQuery<Row>(query: CompiledQuery) {
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

function unlessBusy<Result>(running: Promise<Result>) {
  return running.catch((error: unknown) => {
    if (isBusy(error)) return { busy: error };
    throw error;
  });
}

/** Matches statements that need the lock: if one of them succeeds, the lock is free. */
const writes = /^\s*(begin$|insert|update|delete)/i;

/**
 * Opens a SQLite file of the site's own tables. If that fails, throws the original error, which `dataDirProblem`
 * turns into a text.
 */
export function openSiteFile(file: string, pragmas?: string) {
  try {
    return openSqlite<SiteTables>(file, pragmas);
  } catch (error) {
    throw error instanceof StartError ? (error.cause ?? error) : error;
  }
}

/** For a site with a single process, which has no other process to notify. */
export const noSignals: Signals = {
  publish: async () => {},
  on: () => () => {},
  onGap: () => () => {},
};
