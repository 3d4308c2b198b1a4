import type { Colleague } from '#shared/schemas/desk.ts';
import type { Message } from '#shared/schemas/message.ts';
import { shownId } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';
import { assigneesOf } from './colleagues-repository.ts';
import type { MessageRow } from './repository.ts';

/** Returns the messages as answers contain them, each with its assignee. */
export async function presentMessages(db: Db, rows: readonly MessageRow[]): Promise<Message[]> {
  const assignees = await assigneesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentMessage(row, assignees.get(row.id)));
}

export async function presentOne(db: Db, row: MessageRow): Promise<Message> {
  return presentMessage(row, (await assigneesOf(db, [row.id])).get(row.id));
}

function presentMessage(
  { deleted_at: _deleted, extra: _extra, public_id, ...row }: MessageRow,
  assignee: Colleague | undefined,
): Message {
  return { ...row, id: shownId({ id: row.id, public_id }), assigned_to: assignee ?? null };
}
