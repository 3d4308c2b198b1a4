import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import {
  type MessageCounts,
  type MessageFolder,
  type MessageOrder,
  type MessageStatus,
  type MessageType,
  messageFolders,
} from '#shared/schemas/message.ts';
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
  folder?: MessageFolder | undefined;
}

/**
 * One page of messages, newest first by default; by `due`, what is due first comes first and what is done comes last. `counts` has
 * every status of the type that is listed; `unread` counts the new ones of every type.
 */
export function pageOfMessages(
  db: Db,
  page: number,
  filters: MessageFilters & { order?: MessageOrder | undefined },
): Promise<Page<MessageRow> & { counts: MessageCounts; unread: number }> {
  return db.transaction().execute(async (tx) => {
    const found = await readPage(
      tx,
      page,
      (on) => countRows(matching(on, filters).select((select) => select.fn.countAll().as('total'))),
      (on, limit, offset) =>
        matching(on, filters)
          .selectAll()
          .$if(filters.order === 'due', (query) => query.orderBy(isDone).orderBy(dueUnlessDone))
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
export function findMessage(db: Db, id: Id): Promise<MessageRow | undefined> {
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

/** Few messages are due at a time, and sorting them needs no index. What is due no day comes after what is. */
const isDone = sql`handled_at is not null`;
const dueUnlessDone = sql`case when handled_at is null then coalesce(due_at, '9999') end`;

/** Word for word the conditions of the indexes: SQLite reads by them only then (sqlite.org, Partial Indexes §3). */
const isNotSpam = sql<SqlBool>`status <> 'spam'`;
const isInInbox = sql<SqlBool>`status not in ('archived', 'spam')`;

function matching(db: Db, { type, status, folder }: MessageFilters) {
  return db
    .selectFrom('messages')
    .where('deleted_at', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
    .$if(status !== undefined, (query) => query.where('status', '=', status as MessageStatus))
    .$if(folder === 'inbox', (query) => query.where(isInInbox))
    .$if(folder !== undefined && folder !== 'inbox', (query) =>
      query.where('status', 'in', messageFolders[folder as MessageFolder]),
    )
    .$if(status === undefined && folder === undefined, (query) => query.where(isNotSpam));
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
