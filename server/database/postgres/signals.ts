import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../../errors.ts';
import { repeat } from '../../process/work.ts';
import { channelName, presenceLock } from '../dialect.ts';
import type { SiteDb } from '../site-types.ts';
import type { Signals } from '../state.ts';
import { awaitDatabase, connectionOf, cutOffWhenSilent } from './connect.ts';

/**
 * The listener: the one connection that a process keeps open for itself. On it the process receives notices, and
 * holds the lock that shows that it is running. A broken connection is replaced, and the
 * holder of a turn is notified that the turn is lost.
 */
interface Listener {
  /** Calls `listener` for each `notify` on the channel. */
  onNotice(listener: () => void): void;
  /** Calls `listener` when the connection is back after it was lost. */
  onBack(listener: () => void): void;
  close(): Promise<void>;
}

/** How long a start waits for its own notice, in milliseconds: through a pooler the notice never arrives. */
const hearMs = 3_000;
/** The pause between two attempts to reconnect, in milliseconds. */
const againMs = 500;
/** If a statement on this connection takes longer than this, the connection counts as dead; milliseconds. */
const answerMs = 5_000;

/**
 * Listens on the channel of this schema: `events` emits `notice` for each notification. Returns the channel's name.
 */
async function listen(client: pg.Client, events: EventEmitter) {
  const { rows } = await client.query<{ channel: string }>(`select ${channelName} as channel`);
  const channel = rows[0]?.channel;
  client.on('notification', (notice) => {
    if (notice.channel === channel) events.emit('notice');
  });
  await client.query(`listen "${channel}"`);
  return channel;
}

/**
 * Checks that `client`, a connection to `url`, receives notices. Call it before the first lock on this connection,
 * because a pooler would keep that lock. Rejects with StartError.
 */
export async function assertNotPooled(client: pg.Client, url: string) {
  const events = new EventEmitter();
  const channel = await listen(client, events);
  try {
    await assertHears(url, events);
  } finally {
    await client.query(`unlisten "${channel}"`);
  }
}

/**
 * Opens the listener. Rejects with StartError when locks or notices do not work on this connection, or when the
 * database is being copied or restored. `limitMs` is for tests.
 */
export async function openListener(url: string, log: Logger, limitMs = answerMs): Promise<Listener> {
  const events = new EventEmitter();
  let client: pg.Client | undefined;
  let isClosed = false;
  let reconnecting: Promise<void> | undefined;

  async function connect(isFirst = false) {
    const next = cutOffWhenSilent(new pg.Client({ ...connectionOf(url), query_timeout: limitMs }));
    next.on('error', (error) => lost(next, error));
    next.on('end', () => lost(next));
    await next.connect();
    try {
      await listen(next, events);
      // Checked before the first lock is taken: a pooler would keep that lock itself, and no client could release it.
      if (isFirst) await assertHears(url, events);
      const { rows } = await next.query<{ free: boolean }>(
        `select pg_try_advisory_lock_shared(${presenceLock}) as free`,
      );
      if (!rows[0]?.free)
        throw new StartError(
          'DATABASE_URL: the database is being moved or restored. Start again when that is done.',
        );
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    client = next;
  }

  function lost(which: pg.Client, error?: Error) {
    if (client !== which) return;
    client = undefined;
    if (isClosed) return;
    log.warn({ err: error }, 'the connection to the database was lost');
    which.end().catch(() => {});
    reconnecting ??= reconnect().finally(() => {
      reconnecting = undefined;
    });
  }

  async function reconnect() {
    while (!isClosed && !client) {
      try {
        await connect();
        log.info('the connection to the database is restored');
        events.emit('back');
      } catch (error) {
        log.debug({ err: error }, 'the database does not answer yet');
        await pause(againMs, undefined, { ref: false });
      }
    }
  }

  await connect(true);

  return {
    onNotice: (listener) => void events.on('notice', listener),
    onBack: (listener) => void events.on('back', listener),
    async close() {
      isClosed = true;
      await reconnecting;
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}

/**
 * Checks that notices arrive. Locks and notices need a direct connection to the server: a pooler that gives each
 * transaction another connection accepts both without an error, but neither works.
 */
async function assertHears(url: string, events: EventEmitter) {
  const other = new pg.Client(connectionOf(url));
  other.on('error', () => {});
  const heard = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), hearMs);
    events.once('notice', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  await other.connect();
  try {
    await other.query(`select pg_notify(${channelName}, '')`);
    if (await heard) return;
    throw new StartError(
      'DATABASE_URL: locks and notifications do not work on this connection. It seems to lead to a pooler (PgBouncer, a "pooled" address of a ' +
        'provider) that uses another connection for each transaction; set the direct address of the server.',
    );
  } finally {
    await other.end();
  }
}

/**
 * Takes the exclusive lock on the database (`url` is DATABASE_URL) for one command. Every running process holds the
 * same lock in shared mode, so this fails while one runs. Changes no data. Rejects with StartError when
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

/** How often the table of signals is read even without a notice, in milliseconds. */
const lookMs = 1_000;
/**
 * How long a signal stays in the table, in milliseconds. A process that could not read the table for longer may have
 * missed signals, so it reloads all state that depends on signals.
 */
const keptMs = 10 * 60_000;
const cleanEveryMs = 60_000;
/**
 * How many ids below the highest seen one are read again. Ids are assigned before their rows become visible, so a row
 * with an id that is lower by at most this number may appear late.
 */
const late = 200;

/** Stores signals as rows of a table. A notice makes the other processes read the table immediately. */
export async function openSignals(
  db: SiteDb,
  line: Listener,
  log: Logger,
): Promise<Signals & { ageMs(): number; close(): Promise<void> }> {
  const sender = randomUUID();
  const events = new EventEmitter().setMaxListeners(50);
  let last = await newest(db);
  // Signals from before the start count as seen.
  let seen = new Set(
    (
      await db
        .selectFrom('signals')
        .select('id')
        .where('id', '>', last - late)
        .execute()
    ).map(({ id }) => id),
  );
  let readAt = performance.now();
  let cleanedAt = 0;
  async function readOnce() {
    const rows = await db
      .selectFrom('signals')
      .select(['id', 'kind', 'value', 'sender'])
      .where('id', '>', last - late)
      .orderBy('id')
      .execute();
    const wasAway = performance.now() - readAt > keptMs;
    readAt = performance.now();
    const fresh = rows.filter(({ id }) => !seen.has(id));
    seen = new Set(rows.map(({ id }) => id));
    last = Math.max(last, rows.at(-1)?.id ?? 0);
    if (wasAway) events.emit('gap');
    for (const { kind, value, sender: from } of fresh) if (from !== sender) tell(kind, value);
    if (performance.now() - cleanedAt > cleanEveryMs) {
      cleanedAt = performance.now();
      await db
        .deleteFrom('signals')
        .where('at', '<', Date.now() - keptMs)
        .execute();
    }
  }

  /** Emits a signal. An error thrown by a listener is only logged. */
  function tell(kind: string, value: string) {
    try {
      events.emit(`signal ${kind}`, value);
    } catch (error) {
      log.error({ err: error, kind }, 'a signal of another process could not be handled');
    }
  }

  const reader = repeat(lookMs, readOnce, (error, failures) => {
    if (failures === 1) log.debug({ err: error }, 'signals of other processes cannot be read');
  });
  line.onNotice(reader.wake);
  line.onBack(reader.wake);

  return {
    async publish(kind, value = '', within = db) {
      await sql`with told as (
          insert into signals (sender, kind, value, at) values (${sender}, ${kind}, ${value}, ${Date.now()}) returning id
        ) select pg_notify(${sql.raw(channelName)}, id::text) from told`.execute(within);
    },
    on(kind, listener) {
      events.on(`signal ${kind}`, listener);
      return () => void events.off(`signal ${kind}`, listener);
    },
    onGap(listener) {
      events.on('gap', listener);
      return () => void events.off('gap', listener);
    },
    /** Milliseconds since the signals were last read. */
    ageMs: () => performance.now() - readAt,
    close: reader.stop,
  };
}

async function newest(db: SiteDb) {
  const row = await db
    .selectFrom('signals')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
