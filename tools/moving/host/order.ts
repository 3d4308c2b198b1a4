import type { Id } from '#shared/id.ts';
import { hasKind } from '../../archive/records.ts';
import type { Listed } from './host-things.ts';
import { binary, moment, whole } from './record-fields.ts';
import type { HostEntity } from './records-of.ts';

/** How an archive shows what a host has listed. */
interface Shown {
  /** In the order of the archive: whoever adds them one after the other gets the order of the host. */
  rows: readonly Listed[];
  /** `v_order` for those whose own numbers do not tell where they stand. */
  places: ReadonlyMap<Id, number>;
  said: { remarks: string[]; notes: string[] };
}

/**
 * Visitors see things of a host in the order of its lists; where drafts stand nobody sees. Posts are the newest first, so an archive has them from the last to the first. Of what
 * stands by a number the number has to say the same; where it does not, the place in the list becomes it.
 */
export function shownAsListed(entity: HostEntity, listed: readonly Listed[]): Shown {
  const said: Shown['said'] = { remarks: [], notes: [] };
  const places = new Map<Id, number>();
  if (entity === 'posts') {
    const rows = listed.toReversed();
    const seen = rows.filter(({ thing }) => binary(thing.is_active) !== 0);
    const wrong = seen.filter((row, at) => at > 0 && !isNotBefore(seen[at - 1] as Listed, row)).length;
    if (wrong > 0)
      said.remarks.push(
        `posts: the host shows ${wrong} of them elsewhere than their dates say; the newest stand first here`,
      );
    return { rows, places, said };
  }
  // The others stand by their moments, or as they were made.
  if (hasKind(entity, 'order')) {
    for (const [group, rows] of Map.groupBy(listed, (row) => row.group)) {
      if (rows.every((row, at) => at === 0 || standsBehind(entity, rows[at - 1] as Listed, row))) continue;
      for (const [at, { id }] of rows.entries()) places.set(id, at + 1);
      const of = group === undefined ? entity : `${entity} of category ${group}`;
      said.notes.push(
        `${of}: the host tells no numbers by which they stand as listed; their places count as v_order`,
      );
    }
  }
  return { rows: listed, places, said };
}

/** As the engine puts them: by their numbers, then jobs the newest first, and all others as they were made. */
function standsBehind(entity: HostEntity, { id, thing }: Listed, next: Listed): boolean {
  const [before, after] = [whole(thing.v_order), whole(next.thing.v_order)];
  if (before === undefined || after === undefined) return false;
  if (before !== after) return before < after;
  if (typeof next.id !== 'number' || typeof id !== 'number') return false;
  if (entity !== 'jobs') return id < next.id;
  const [posted = '', nextPosted = ''] = [moment(thing.posted_at), moment(next.thing.posted_at)];
  return posted === nextPosted ? id > next.id : posted > nextPosted;
}

/** Where nobody knows a date, nothing is wrong. */
function isNotBefore({ thing: before }: Listed, { thing: after }: Listed): boolean {
  const [earlier, later] = [moment(before.created_at), moment(after.created_at)];
  return earlier === undefined || later === undefined || earlier <= later;
}
