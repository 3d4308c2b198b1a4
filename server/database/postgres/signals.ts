import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { repeat } from '../../background-worker.ts';
import { channelName } from '../postgres-locks.ts';
import type { Signals } from '../signals.ts';
import type { SiteDb } from '../site-types.ts';
import type { Line } from './line.ts';

/** The net below notices: so often the table is looked into, in milliseconds. */
const lookMs = 1_000;
/** So long a signal stays in the table, and after a longer absence everything is read anew, in milliseconds. */
const keptMs = 10 * 60_000;
const cleanEveryMs = 60_000;
/** Numbers are given before they can be read: one that comes late is within so many of the last. */
const late = 200;

/** Signals as rows of a table, which a notice tells to read at once. */
export async function openSignals(
  db: SiteDb,
  line: Line,
  log: Logger,
): Promise<Signals & { ageMs(): number; close(): Promise<void> }> {
  const sender = randomUUID();
  const events = new EventEmitter().setMaxListeners(50);
  let last = await newest(db);
  // What was there before the start is known.
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
  async function readOnce(): Promise<void> {
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

  /** What a listener fails at is its own affair. */
  function tell(kind: string, value: string): void {
    try {
      events.emit(`signal ${kind}`, value);
    } catch (error) {
      log.error({ err: error, kind }, 'a signal of another process could not be followed');
    }
  }

  const reader = repeat(lookMs, readOnce, (error, failures) => {
    if (failures === 1) log.debug({ err: error }, 'signals of other processes cannot be read');
  });
  line.onNotice(reader.wake);
  line.onBack(reader.wake);

  return {
    async publish(kind, value = '') {
      await sql`with told as (
          insert into signals (sender, kind, value, at) values (${sender}, ${kind}, ${value}, ${Date.now()}) returning id
        ) select pg_notify(${sql.raw(channelName)}, id::text) from told`.execute(db);
    },
    on(kind, listener) {
      events.on(`signal ${kind}`, listener);
      return () => void events.off(`signal ${kind}`, listener);
    },
    onGap(listener) {
      events.on('gap', listener);
      return () => void events.off('gap', listener);
    },
    /** Milliseconds since they could be read. */
    ageMs: () => performance.now() - readAt,
    close: reader.stop,
  };
}

async function newest(db: SiteDb): Promise<number> {
  const row = await db
    .selectFrom('signals')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}
