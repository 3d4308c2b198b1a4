import { mayDo, roles } from '#shared/roles.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/**
 * Only these roles may read messages. A message assigned to an admin of another role counts as unassigned, for as
 * long as the admin has that role.
 */
const reading = roles.filter((role) => mayDo(role, 'messages.read'));

function readers(db: Db) {
  return db.selectFrom('admins').where('role', 'in', reading);
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
export async function assigneesOf(db: Db, messages: readonly RowId[]) {
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
