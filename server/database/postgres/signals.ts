import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { repeat } from '../../process/background-worker.ts';
import { channelName } from '../dialect.ts';
import type { Signals } from '../signals.ts';
import type { SiteDb } from '../site-types.ts';
import type { Listener } from './listener.ts';

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
  function tell(kind: string, value: string): void {
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
