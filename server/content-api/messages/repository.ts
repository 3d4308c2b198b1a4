import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Page } from '#shared/schemas/envelope.ts';
import {
  type MessageCounts,
  type MessageFolder,
  type MessageOrder,
  type MessageStatus,
  type MessageType,
  messageFolders,
  messageStatuses,
} from '#shared/schemas/message.ts';
import { isoAfter } from '../../database/clock.ts';
import { nearerEnd, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type MessageRow = Selectable<Tables['messages']>;

/** A message to insert. Columns for which its form has no field are null. */
export type NewMessage = Insertable<Tables['messages']>;

interface MessageFilters {
  type?: MessageType;
  /** Without a status, messages of every status except spam. */
  status?: MessageStatus;
  folder?: MessageFolder;
  /** Only messages assigned to this admin. */
  assignedTo?: RowId;
}

/**
 * Reads one page of messages, newest first by default; by `due`, the earliest due date first and finished messages
 * last. `counts` has the number for every status of the listed type; `unread` is the number of new messages of every
 * type.
 */
export function pageOfMessages(
  db: Db,
  page: number,
  filters: MessageFilters & { order?: MessageOrder },
): Promise<Page<MessageRow> & { counts: MessageCounts; unread: number }> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const all = await tx.selectFrom('message_counts').selectAll().execute();
      const among = filters.assignedTo === undefined ? all : await countAssigned(tx, filters.assignedTo);
      const ofType = among.filter(({ type }) => filters.type === undefined || type === filters.type);
      const statuses = statusesOf(filters);
      const found = await readPage(
        tx,
        page,
        async () => sumOf(ofType.filter(({ status }) => statuses.includes(status))),
        async (on, perPage, start, total) => {
          const { limit, offset, backwards } = nearerEnd(total, perPage, start);
          const down = backwards ? 'asc' : 'desc';
          const up = backwards ? 'desc' : 'asc';
          const rows = await matching(on, filters)
            .selectAll()
            .$if(filters.order === 'due', (query) => query.orderBy(isDone, up).orderBy(dueUnlessDone, up))
            .orderBy('created_at', down)
            .orderBy('id', down)
            .limit(limit)
            .offset(offset)
            .execute();
          return backwards ? rows.reverse() : rows;
        },
      );
      const counts: MessageCounts = {};
      for (const { status, total } of ofType) counts[status] = (counts[status] ?? 0) + total;
      return { ...found, counts, unread: sumOf(all.filter(({ status }) => status === 'new')) };
    });
}

/** Returns messages of these ids, in no particular order. */
export function messagesOf(db: Db, ids: readonly RowId[]): Promise<MessageRow[]> {
  return db.selectFrom('messages').selectAll().where('id', 'in', ids).execute();
}

/** Finds a message that is not deleted. */
export function findMessage(db: Db, id: RowId): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<RowId> {
  return (await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Sets a new `updated_at` on a message whose other columns stay as they are. Called when table rows that belong to the
 * message change, so that this counts as a new version of the message.
 */
export function touchMessage(tx: Db, before: MessageRow): Promise<MessageRow> {
  return tx
    .updateTable('messages')
    .set({ updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * `handled_at` is when the message was first replied to or archived; it is cleared when the message is open again.
 */
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

/**
 * Few messages are due at a time, so sorting them needs no index. Messages without a due date come last among those
 * that are not finished.
 */
const isDone = sql`handled_at is not null`;
const dueUnlessDone = sql`case when handled_at is null then coalesce(due_at, '9999') end`;

/**
 * These conditions must match those of the indexes literally: SQLite uses the indexes only then (sqlite.org, Partial
 * Indexes §3).
 */
const isNotSpam = sql<SqlBool>`status <> 'spam'`;
const isInInbox = sql<SqlBool>`status not in ('archived', 'spam')`;

/** Returns the statuses of the messages that these filters select. */
function statusesOf({ status, folder }: MessageFilters): readonly MessageStatus[] {
  const inFolder: readonly MessageStatus[] = folder
    ? messageFolders[folder]
    : messageStatuses.filter((each) => status !== undefined || each !== 'spam');
  return inFolder.filter((each) => status === undefined || each === status);
}

/**
 * Counts one admin's messages by type and status, as `message_counts` does for all. The rows are counted directly,
 * since they are few.
 */
async function countAssigned(tx: Db, admin: RowId) {
  const rows = await assignedTo(tx, admin)
    .select(['type', 'status', (eb) => eb.fn.countAll().as('total')])
    .groupBy(['type', 'status'])
    .execute();
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}

function assignedTo(db: Db, admin: RowId) {
  const ids = db.selectFrom('message_assignments').select('message_id').where('admin_id', '=', admin);
  return db.selectFrom('messages').where('id', 'in', ids).where('deleted_at', 'is', null);
}

function sumOf(counts: readonly { total: number }[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0);
}

function matching(db: Db, { type, status, folder, assignedTo: admin }: MessageFilters) {
  const all = db.selectFrom('messages').where('deleted_at', 'is', null);
  return (admin === undefined ? all : assignedTo(db, admin))
    .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
    .$if(status !== undefined, (query) => query.where('status', '=', status as MessageStatus))
    .$if(folder === 'inbox', (query) => query.where(isInInbox))
    .$if(folder !== undefined && folder !== 'inbox', (query) =>
      query.where('status', 'in', messageFolders[folder as MessageFolder]),
    )
    .$if(status === undefined && folder === undefined, (query) => query.where(isNotSpam));
}
