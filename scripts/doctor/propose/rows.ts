import { listIn } from './envelope.ts';
import { matchFields } from './fields.ts';
import { at, flatRow, type Json } from './json-places.ts';
import type { Session } from './session.ts';
import type { KnownResource } from './survey.ts';

/** The fields of posts, with the words of drafts where the token has shown some: a public list has those of published ones alone. */
export function lastKnown(post: KnownResource, session: Session | undefined): KnownResource['fields'] {
  const more = session?.seen && listIn(session.seen.json)?.rows;
  if (!more || more.length === 0) return post.fields;
  const flat = (row: Json) => flatRow(row, post.list.fieldsIn);
  const again = matchFields(
    'blog',
    [...post.rows, ...more.map(flat)],
    session.seen?.call ?? '',
    post.idField,
  );
  const shown = again.get('is_active') ?? byItsDate(post, more.map(flat), session.seen?.call ?? '');
  return shown ? new Map([...post.fields, ['is_active', shown]]) : post.fields;
}

/** A host without a field for it: what has a day of publication is shown, and only the token brought posts that have none. */
function byItsDate(post: KnownResource, more: readonly Json[], call: string) {
  const says = post.fields.get('created_at')?.says;
  const [place] = typeof says === 'object' ? [says.at ?? []].flat() : [];
  if (place === undefined || post.rows.some((row) => at(row, place) === null)) return undefined;
  if (!more.some((row) => at(row, place) === null)) return undefined;
  const because = `${place} is null in posts of ${call} that visitors do not get`;
  return { place, says: { at: place, values: { 0: null } }, sample: null, because };
}
