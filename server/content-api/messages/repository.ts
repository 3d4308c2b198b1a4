import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { mayDo, roles } from '#shared/roles.ts';
import {
  type Message,
  type MessageCounts,
  type MessageFolder,
  type MessageOrder,
  type MessageStatus,
  type MessageType,
  messageFolders,
  messageStatuses,
} from '#shared/schemas/message.ts';
import { isoAfter, reading, readPage, shownId, updateRow } from '../../database/rows.ts';
import { foldNewTexts, hasWords, wordsOf } from '../../database/search.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';

type MessageRow = Selectable<Tables['messages']>;

/** A message to insert. Columns for which its form has no field are null. */
export type NewMessage = Insertable<Tables['messages']>;

interface MessageFilters {
  search?: string;
  type?: MessageType;
  /** Without a status, messages of every status except spam. */
  status?: MessageStatus;
  folder?: MessageFolder;
  /** Only messages assigned to this admin. */
  assignedTo?: RowId;
}

/**
 * Reads one page of messages, newest first by default; by `due`, the earliest due date first and finished messages
 * last. `counts` has the number for every status of the matching messages; `unread` is the number of all new messages.
 */
export async function pageOfMessages(
  db: Db,
  page: number,
  {
    order,
    search,
    type,
    assignedTo,
    per_page: perPage,
    ...of
  }: MessageFilters & {
    order?: MessageOrder;
    per_page?: number;
  },
) {
  const words = wordsOf(search ?? '');
  if (words.length > 0) await foldNewTexts(db);
  const statuses = statusesOf(of);
  const matching = (tx: Db) =>
    tx
      .selectFrom('messages')
      .where('deleted_at', 'is', null)
      .$if(type !== undefined, (query) => query.where('type', '=', type as MessageType))
      .$if(words.length > 0, (query) => query.where(hasWords(tx, 'message', sql.ref('messages.id'), words)))
      .$if(assignedTo !== undefined, (query) => query.where('id', 'in', assignedIds(tx, assignedTo ?? 0)));
  return reading(db, async (tx) => {
    const stored = await tx.selectFrom('message_counts').selectAll().execute();
    const isStored = words.length === 0 && assignedTo === undefined;
    const counted = isStored
      ? stored.filter((row) => type === undefined || row.type === type)
      : await matching(tx)
          .select((select) => ['status' as const, select.fn.countAll<number>().as('total')])
          .groupBy('status')
          .execute();
    const counts: MessageCounts = {};
    for (const { status, total } of counted) counts[status] = (counts[status] ?? 0) + Number(total);
    const found = await readPage(
      tx,
      page,
      async () => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
      (on, limit, offset) =>
        matching(on)
          .selectAll()
          .where((select) => indexedPart(of) ?? select('status', 'in', statuses))
          .$if(order === 'due', (query) => query.orderBy(isDone).orderBy(dueUnlessDone))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      perPage,
    );
    const unread = stored.reduce((sum, { status, total }) => sum + (status === 'new' ? total : 0), 0);
    return { ...found, counts, unread };
  });
}

/**
 * Returns the condition of the partial index that has these messages in their order; undefined if a plain one does.
 * SQLite uses such an index only for literally the same condition (sqlite.org, Partial Indexes §3).
 */
function indexedPart({ status, folder }: Pick<MessageFilters, 'status' | 'folder'>) {
  if (status !== undefined) return undefined;
  if (folder === undefined) return sql<SqlBool>`status <> 'spam'`;
  return folder === 'inbox' ? sql<SqlBool>`status not in ('archived', 'spam')` : undefined;
}

function assignedIds(db: Db, admin: RowId) {
  return db.selectFrom('message_assignments').select('message_id').where('admin_id', '=', admin);
}

/** Finds a message that is not deleted. */
export function findMessage(db: Db, id: RowId) {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertMessage(tx: Db, message: NewMessage) {
  return (await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()).id;
}

/**
 * Sets a new `updated_at` on a message whose other columns stay as they are. Called when table rows that belong to the
 * message change, so that this counts as a new version of the message.
 */
export function touchMessage(tx: Db, before: MessageRow) {
  return updateRow(tx, 'messages', before, {});
}

/**
 * `handled_at` is when the message was first replied to or archived; it is cleared when the message is open again.
 */
export function setMessageStatus(tx: Db, before: MessageRow, status: MessageStatus) {
  const isHandled = status === 'replied' || status === 'archived';
  const handled_at = isHandled ? (before.handled_at ?? isoAfter(before.updated_at)) : null;
  return updateRow(tx, 'messages', before, { status, handled_at });
}

/**
 * Few messages are due at a time, so sorting them needs no index. Messages without a due date come last among those
 * that are not finished.
 */
const isDone = sql`handled_at is not null`;
const dueUnlessDone = sql`case when handled_at is null then coalesce(due_at, '9999') end`;

/** Returns the statuses of the messages that these filters select. */
function statusesOf({ status, folder }: Pick<MessageFilters, 'status' | 'folder'>) {
  const inFolder: readonly MessageStatus[] = folder
    ? messageFolders[folder]
    : messageStatuses.filter((each) => status !== undefined || each !== 'spam');
  return inFolder.filter((each) => status === undefined || each === status);
}

/**
 * Only these roles may read messages. A message assigned to an admin of another role counts as unassigned, for as
 * long as the admin has that role.
 */
const readingRoles = roles.filter((role) => mayDo(role, 'messages.read'));

function readers(db: Db) {
  return db.selectFrom('admins').where('role', 'in', readingRoles);
}

/** Returns the admins who may read messages, by name. */
export async function colleagues(db: Db) {
  const rows = await readers(db)
    .select(['id', 'name', 'email'])
    .where('invited_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(presentColleague);
}

export async function findColleague(db: Db, id: RowId) {
  const row = await readers(db).select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirst();
  return row && presentColleague(row);
}

/** Returns the assignee of each of these messages; messages without one are left out. */
async function assigneesOf(db: Db, messages: readonly RowId[]) {
  if (messages.length === 0) return new Map();
  const rows = await readers(db)
    .innerJoin('message_assignments', 'message_assignments.admin_id', 'admins.id')
    .select(['message_id', 'admins.id', 'name', 'email'])
    .where('message_id', 'in', messages)
    .execute();
  return new Map(rows.map((row) => [row.message_id, presentColleague(row)]));
}

/** Assigns a message, or with null removes its assignment. */
export async function assignMessage(tx: Db, message: RowId, admin: RowId | null) {
  if (admin === null) {
    await tx.deleteFrom('message_assignments').where('message_id', '=', message).execute();
    return;
  }
  await tx
    .insertInto('message_assignments')
    .values({ message_id: message, admin_id: admin })
    .onConflict((known) => known.column('message_id').doUpdateSet({ admin_id: admin }))
    .execute();
}

function presentColleague({ id, name, email }: { id: RowId; name: string; email: string }) {
  return { id, name: name || email };
}

/** Returns the messages as answers contain them, each with its assignee. */
export async function presentMessages(db: Db, rows: readonly MessageRow[]): Promise<Message[]> {
  const ids = rows.map(({ id }) => id);
  const assignees = await assigneesOf(db, ids);
  return rows.map(({ deleted_at: _deleted, extra: _extra, public_id, id, ...row }) => ({
    ...row,
    id: shownId({ id, public_id }),
    assigned_to: assignees.get(id) ?? null,
  }));
}

export async function presentOne(db: Db, row: MessageRow) {
  return (await presentMessages(db, [row]))[0];
}
