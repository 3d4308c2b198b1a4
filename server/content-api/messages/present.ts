import type { Message } from '#shared/schemas/message.ts';
import { shownId } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';
import { assigneesOf } from './colleagues-repository.ts';
import type { MessageRow } from './repository.ts';

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
