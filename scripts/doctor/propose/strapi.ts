import type { ContractRow } from '#shared/contract/index.ts';
import { isObject } from '../finding.ts';
import { type FoundList, listIn } from './envelope.ts';
import { at, flatRow } from './json-places.ts';
import { withQuery } from './pages.ts';
import type { Prober, Seen } from './prober.ts';

/** A host on Strapi says so by how it refuses: nothing, and beside it the name of the error. */
export function isStrapi(nowhere: { get: Seen }): boolean {
  const { json } = nowhere.get;
  return (
    at(json, 'data') === null &&
    typeof at(json, 'error.name') === 'string' &&
    typeof at(json, 'error.status') === 'number'
  );
}

/**
 * Strapi leaves pictures, components and what things belong to out of its answers until they are asked for. The list with them, where
 * asking brings fields that were not there.
 */
export async function withRelations(
  { prober, nowhere }: { prober: Prober; nowhere: { get: Seen } },
  seen: Seen,
  list: FoundList,
): Promise<{ seen: Seen; list: FoundList } | undefined> {
  const isLikeIt = list.fieldsIn !== undefined && isObject(at(seen.json, 'meta.pagination'));
  if (list.rows.length === 0 || !(isLikeIt || isStrapi(nowhere))) return undefined;
  const whole = await prober.ask('GET', withQuery(seen.path, { populate: '*' }));
  const more = whole.status === 200 ? listIn(whole.json) : undefined;
  return more && fieldsOf(more).size > fieldsOf(list).size ? { seen: whole, list: more } : undefined;
}

function fieldsOf({ rows, fieldsIn }: FoundList): Set<string> {
  return new Set(rows.flatMap((row) => Object.keys(flatRow(row, fieldsIn))));
}

/**
 * What is written stands below `data`: as a form it is JSON in the part of that name, with its files beside it; as JSON it is inside of
 * that name.
 */
export function namesForStrapi(
  body: Record<string, string>,
  { upload }: Pick<ContractRow, 'upload'>,
): Record<string, string> {
  const nameOf = (ours: string, theirs: string) => {
    if (upload?.files.some(({ name }) => name === ours)) return `files.${theirs}`;
    return upload ? theirs : `data.${theirs}`;
  };
  return Object.fromEntries(Object.entries(body).map(([ours, theirs]) => [ours, nameOf(ours, theirs)]));
}

/** What a place in an answer is called where it is sent: things of its own by their id, the rest as it stands. */
export function nameAtStrapi(place: string): string {
  return place.replace(/(\.data\..*|\.(id|documentId))$/, '');
}
