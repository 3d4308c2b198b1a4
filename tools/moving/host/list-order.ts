import type { Id } from '#shared/id.ts';
import { hasKind } from '../../archive/records.ts';
import type { Listed } from './host-things.ts';
import { binary, moment, whole } from './record-fields.ts';
import type { HostEntity } from './records-of.ts';

/** The archive's order for records that a host has listed. */
interface Shown {
  /** Rows in the archive's order: adding them one after the other reproduces the host's order. */
  rows: readonly Listed[];
  /** `v_order` of records whose own numbers do not match their position in the list. */
  places: ReadonlyMap<Id, number>;
  said: { remarks: string[]; notes: string[] };
}

/**
 * Visitors see records in the order of the host's lists; the position of drafts is invisible. The host lists posts
 * newest first, so the archive has them in reverse. For ordered entities the number must match the position in the
 * list; otherwise the position becomes the number.
 */
export function matchesListOrder(entity: HostEntity, listed: readonly Listed[]): Shown {
  const said: Shown['said'] = { remarks: [], notes: [] };
  const places = new Map<Id, number>();
  if (entity === 'posts') {
    const rows = listed.toReversed();
    const seen = rows.filter(({ thing }) => binary(thing.is_active) !== 0);
    const wrong = seen.filter((row, at) => at > 0 && !isNotBefore(seen[at - 1] as Listed, row)).length;
    if (wrong > 0)
      said.remarks.push(
        `posts: the host’s order differs from the dates for ${wrong} of them; this site lists the newest first`,
      );
    return { rows, places, said };
  }
  // Other entities are ordered by their dates, or by creation.
  if (hasKind(entity, 'order')) {
    for (const [group, rows] of Map.groupBy(listed, (row) => row.group)) {
      if (rows.every((row, at) => at === 0 || standsBehind(entity, rows[at - 1] as Listed, row))) continue;
      for (const [at, { id }] of rows.entries()) places.set(id, at + 1);
      const of = group === undefined ? entity : `${entity} of category ${group}`;
      said.notes.push(
        `${of}: the host gives no numbers that match the listed order; their positions are used as v_order`,
      );
    }
  }
  return { rows: listed, places, said };
}

/**
 * True if `next` follows in the engine's order: by number, then jobs newest first, and other entities by creation.
 */
function standsBehind(entity: HostEntity, { id, thing }: Listed, next: Listed): boolean {
  const [before, after] = [whole(thing.v_order), whole(next.thing.v_order)];
  if (before === undefined || after === undefined) return false;
  if (before !== after) return before < after;
  if (typeof next.id !== 'number' || typeof id !== 'number') return false;
  if (entity !== 'jobs') return id < next.id;
  const [posted = '', nextPosted = ''] = [moment(thing.posted_at), moment(next.thing.posted_at)];
  return posted === nextPosted ? id > next.id : posted > nextPosted;
}

/** An unknown date does not count as wrong. */
function isNotBefore({ thing: before }: Listed, { thing: after }: Listed): boolean {
  const [earlier, later] = [moment(before.created_at), moment(after.created_at)];
  return earlier === undefined || later === undefined || earlier <= later;
}
