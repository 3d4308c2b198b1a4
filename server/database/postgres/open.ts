import { setTimeout as pause } from 'node:timers/promises';
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../errors.ts';
import { lockKey, writersLock } from '../dialect.ts';
import { isUnavailable } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { siteMigrations } from '../site/tables.ts';
import type { SiteDb, SiteTables } from '../site-types.ts';
import type { Databases, OnUnavailable } from '../state.ts';
import type { Tables } from '../types.ts';
import { awaitDatabase, lookMs, openPool, openSlowPool } from './connect.ts';
import { StudioPostgresDialect } from './dialect.ts';
import { openListener, openSignals } from './signals.ts';

/**
 * Opens a PostgreSQL database (`url` is DATABASE_URL) as the state of a site, and migrates it. Rejects with
 * StartError, with a text for the operator, when the database is not suitable for a site, and without `onAway` when
 * it cannot be reached within a minute.
 */
export async function openPostgres(url: string, log: Logger, onAway?: OnUnavailable): Promise<Databases> {
  let told: Promise<void> | undefined;
  for (;;) {
    await awaitDatabase(url, log, {
      onAway:
        onAway &&
        (() => {
          told ??= onAway();
          return told;
        }),
    });
    try {
      return await openPresent(url, log);
    } catch (error) {
      if ((error as { code?: string }).code === '42501')
        throw new StartError(
          `DATABASE_URL: the tables exist, but this user may not use them: ${(error as Error).message}. Use the user that owns them, or ` +
            'let it run "grant all on all tables in schema … to …", and the same for all sequences.',
          { cause: error },
        );
      // The database became unavailable again before everything was open: try again.
      if (!onAway || error instanceof StartError || !isUnavailable(error)) throw error;
      await pause(lookMs);
    }
  }
}

async function openPresent(url: string, log: Logger): Promise<Databases> {
  const line = await openListener(url, log);
  const pool = openPool(url, log);
  try {
    const migrated = await migratePostgres(url, log);
    if (migrated.length > 0)
      log.info({ migrations: migrated.length, last: migrated.at(-1) }, 'database migrated');
    const site = kyselyOn<SiteTables>(pool);
    const content = kyselyOn<Tables>(pool, writersLock);
    const signals = await openSignals(site, line, log);
    let closing: Promise<void> | undefined;
    return {
      dialect: 'postgres',
      openContent: async () => content,
      openSessions: async () => site,
      openIntake: async () => site,
      signals,
      async probe() {
        await sql`select 1`.execute(site);
      },
      lastBackup: () => readLastBackup(site),
      stats: () => ({ signalsAgeMs: signals.ageMs() }),
      close() {
        closing ??= (async () => {
          await signals.close();
          await line.close();
          await pool.end();
        })();
        return closing;
      },
    };
  } catch (error) {
    await line.close();
    await pool.end();
    throw error;
  }
}

/**
 * Creates a kysely instance on the pool. With `writersLock`, the key of a lock, writers take turns. The instance is
 * never destroyed: the code that opened the pool closes it.
 */
function kyselyOn<Schema>(pool: pg.Pool, writersLock?: string) {
  return new Kysely<Schema>({
    dialect: new StudioPostgresDialect({ pool }, { writersLock }),
    // Makes an empty list work as on SQLite, where `in ()` is false; in PostgreSQL it is a syntax error.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
}

/**
 * Migrates all tables. The first process does it; other processes wait and then find nothing to do. Returns the names
 * of the migrations that ran; rejects with StartError when the extension cannot be added. `provided` are the migrations
 * of the content.
 */
export async function migratePostgres(url: string, log: Logger, provided = migrations) {
  const pool = openSlowPool(url);
  try {
    const db = kyselyOn<Tables>(pool);
    const onNewer = (names: readonly string[]) =>
      log.warn(
        { migrations: names },
        'the database was changed by a newer release; this release can run at the same time',
      );
    // The lock is needed because two processes could both find the extension missing and add it, and one of them
    // would fail.
    const addTrigrams = db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('extension'))})`.execute(trx);
      await sql`create extension if not exists pg_trgm`.execute(trx);
    });
    await addTrigrams.catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      throw new StartError(
        'DATABASE_URL: the extension pg_trgm is missing, and this user may not add it. Ask the owner of the database for ' +
          '"create extension pg_trgm".',
        { cause: error },
      );
    });
    return [
      ...(await migrate(db, { provided, onNewer })),
      ...(await migrate(db as never, { provided: siteMigrations, table: 'site_migration', onNewer })),
    ];
  } finally {
    await pool.end();
  }
}

/** Returns the record as text; undefined when no backup was ever attempted. */
async function readLastBackup(db: SiteDb) {
  return (await db.selectFrom('last_backup').select('record').executeTakeFirst())?.record;
}
