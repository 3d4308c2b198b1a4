import type { Id } from '#shared/id.ts';
import { hasKind } from '../../archive/records.ts';
import type { Listed } from './host-things.ts';
import { binary, moment, whole } from './record-fields.ts';
import type { HostEntity } from './records-of.ts';

/** The order of the archive for the records that a host has listed. */
interface Shown {
  /** The records in the order of the archive. Adding them one after the other gives the order that the host shows. */
  rows: readonly Listed[];
  /** New values of `v_order` for records whose own number contradicts their position in the host's list. */
  places: ReadonlyMap<Id, number>;
  said: { remarks: string[]; notes: string[] };
}

/**
 * Returns the order for an archive. The order that counts is the one in which visitors see the host's list; the
 * position of a draft does not matter. A host lists posts with the newest first, so their order is reversed. For
 * entities with `v_order`, the numbers must agree with the list; if they do not, the positions in the list become the
 * numbers.
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
  // Entities without `v_order` are ordered by their dates or by their creation, so their numbers are not checked.
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
 * True if `next` comes after the first record in the engine's order: by `v_order`; then jobs with the newest first,
 * and other entities by creation.
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

/** True unless the second record is older than the first. A record without a date is never out of order. */
function isNotBefore({ thing: before }: Listed, { thing: after }: Listed): boolean {
  const [earlier, later] = [moment(before.created_at), moment(after.created_at)];
  return earlier === undefined || later === undefined || earlier <= later;
}
