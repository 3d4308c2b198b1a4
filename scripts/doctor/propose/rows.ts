import { isObject } from '../finding.ts';
import { listIn } from './envelope.ts';
import { matchFields } from './fields.ts';
import type { Json } from './json-places.ts';
import type { Session } from './session.ts';
import type { KnownResource } from './survey.ts';

/** The fields of posts, with the words of drafts where the token has shown some: a public list has those of published ones alone. */
export function lastKnown(post: KnownResource, session: Session | undefined): KnownResource['fields'] {
  const more = session?.seen && listIn(session.seen.json)?.rows;
  if (!more || more.length === 0) return post.fields;
  const { fieldsIn } = post.list;
  const flat = (row: Json): Json => ({
    ...row,
    ...(fieldsIn && isObject(row[fieldsIn]) ? row[fieldsIn] : {}),
  });
  const again = matchFields(
    'blog',
    [...post.rows, ...more.map(flat)],
    session.seen?.call ?? '',
    post.idField,
  );
  const shown = again.get('is_active');
  return shown ? new Map([...post.fields, ['is_active', shown]]) : post.fields;
}
