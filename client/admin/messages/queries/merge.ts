import type { Message } from '#shared/schemas/message.ts';
import { isHandled } from '../words/due.ts';
import { type Folder, statusesOf } from '../words/folders.ts';
import { type Batch, pagesOf } from './batch.ts';

/**
 * The messages of a folder, newest first, out of one list a status. Of a list that goes on, nothing is known below its last
 * message: what is older than that waits for the next batch, so that no message ever turns up above those that were there.
 * `openId` stays in sight though it is of another status by now: opening a new message must not take it away.
 */
export function mergeBatches(
  batches: readonly Batch[],
  folder: Folder,
  openId: number | undefined,
): Message[] {
  const known = new Map<number, Message>();
  const ends = new Map<string, string>();
  for (const batch of batches) {
    for (const [status, list] of pagesOf(batch)) {
      for (const message of list.data) {
        const before = known.get(message.id);
        if (!before || before.updated_at < message.updated_at) known.set(message.id, message);
      }
      const end = list.data.at(-1)?.created_at;
      if (end !== undefined && list.current_page < list.last_page) ends.set(status, end);
      else ends.delete(status);
    }
  }
  const cutoff = [...ends.values()].reduce((latest, end) => (end > latest ? end : latest), '');
  const statuses = statusesOf(folder);
  return [...known.values()]
    .filter(({ created_at: at, status, id }) => at >= cutoff && (statuses.includes(status) || id === openId))
    .sort(newestFirst);
}

/** What is due first comes first; what is done comes last, newest first. */
export function byDueDate(messages: readonly Message[]): Message[] {
  return [...messages].sort((one, other) => {
    const done = Number(isHandled(one)) - Number(isHandled(other));
    if (done !== 0) return done;
    if (isHandled(one)) return newestFirst(one, other);
    return (one.due_at ?? '').localeCompare(other.due_at ?? '') || one.id - other.id;
  });
}

function newestFirst(one: Message, other: Message): number {
  if (one.created_at === other.created_at) return other.id - one.id;
  return one.created_at < other.created_at ? 1 : -1;
}
