import type { Insertable, Selectable } from 'kysely';
import type { Page } from '#shared/schemas/envelope.ts';
import type { MessageCounts, MessageStatus, MessageType } from '#shared/schemas/message.ts';
import { isoAfter } from '../clock.ts';
import { countRows, readPage } from '../database/read-page.ts';
import type { Db, Tables } from '../database/types.ts';

export type MessageRow = Selectable<Tables['messages']>;

/** What a form says; what it does not have is null. */
export type NewMessage = Insertable<Tables['messages']>;

export interface MessageFilters {
  type?: MessageType | undefined;
  /** Spam is listed only when it is asked for. */
  status?: MessageStatus | undefined;
}

/**
 * One page of messages, newest first. `counts` has every status of the type that is listed; `unread` counts the new ones
 * of every type.
 */
export function pageOfMessages(
  db: Db,
  page: number,
  filters: MessageFilters,
): Promise<Page<MessageRow> & { counts: MessageCounts; unread: number }> {
  return db.transaction().execute(async (tx) => {
    const found = await readPage(
      tx,
      page,
      (on) => countRows(matching(on, filters).select((select) => select.fn.countAll().as('total'))),
      (on, limit, offset) =>
        matching(on, filters)
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
    );
    const unread = await countRows(
      matching(tx, { status: 'new' }).select((select) => select.fn.countAll().as('total')),
    );
    return { ...found, counts: await countStatuses(tx, filters.type), unread };
  });
}

/** A message that is not deleted. */
export function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<void> {
  await tx.insertInto('messages').values(message).execute();
}

/** `handled_at` is the first moment since when it is replied to or archived; it goes when the message is open again. */
export function setMessageStatus(tx: Db, before: MessageRow, status: MessageStatus): Promise<MessageRow> {
  const now = isoAfter(before.updated_at);
  const isHandled = status === 'replied' || status === 'archived';
  return tx
    .updateTable('messages')
    .set({ status, handled_at: isHandled ? (before.handled_at ?? now) : null, updated_at: now })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function matching(db: Db, { type, status }: MessageFilters) {
  return db
    .selectFrom('messages')
    .where('deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
    .$if(status !== undefined, (query) => query.where('status', '=', status as MessageStatus))
    .$if(status === undefined, (query) => query.where('status', '<>', 'spam'));
}

async function countStatuses(db: Db, type: MessageType | undefined): Promise<MessageCounts> {
  const rows = await db
    .selectFrom('messages')
    .select((select) => ['status' as const, select.fn.countAll().as('count')])
    .where('deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}
