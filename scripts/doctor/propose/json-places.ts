import { parsePath, readAt } from '../../../server/bff/hosts/host-file/map-path.ts';
import { isObject } from '../finding.ts';

/** Looking through JSON of which nothing is known. Places are written as in host.json: names joined by dots. */

export type Json = Record<string, unknown>;

/** A name without its case and without what stands between its words: coverImage and cover_image are one. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

export function at(value: unknown, place: string): unknown {
  return readAt(value, parsePath(place));
}

/** A row as it is read: what stands in an object of its own, such as `attributes`, stands beside the id. */
export function flatRow(row: Json, fieldsIn: string | undefined): Json {
  const inner = fieldsIn === undefined ? undefined : row[fieldsIn];
  return isObject(inner) ? { ...row, ...inner } : row;
}

/** What stands in the leaves of a value, the nearest first; lists are not entered, but for the first of each where `lists` says so. */
export function leaves(
  value: unknown,
  { depth = 4, lists = false }: { depth?: number; lists?: boolean } = {},
): { place: string; name: string; value: unknown }[] {
  const found: { place: string; name: string; value: unknown }[] = [];
  let level: { place: string; value: unknown }[] = [{ place: '', value }];
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    const next: typeof level = [];
    for (const { place, value: inside } of level) {
      const entries = Array.isArray(inside)
        ? lists && inside.length > 0
          ? [['0', inside[0]] as const]
          : []
        : isObject(inside)
          ? Object.entries(inside)
          : [];
      for (const [name, each] of entries) {
        if (!/^[\w$@:-]{1,64}$/.test(name)) continue;
        const here = place ? `${place}.${name}` : name;
        if (typeof each === 'object' && each !== null) next.push({ place: here, value: each });
        else found.push({ place: here, name, value: each });
      }
    }
    level = next;
  }
  return found;
}

/** The lists of things in a value, with where they stand. Lists inside of lists are not looked for. */
export function listsIn(value: unknown): { place: string; rows: Json[] }[] {
  const found: { place: string; rows: Json[] }[] = [];
  const visit = (inside: unknown, place: string, depth: number) => {
    if (Array.isArray(inside)) {
      if (inside.every(isObject)) found.push({ place, rows: inside as Json[] });
    } else if (isObject(inside) && depth < 4) {
      for (const [name, each] of Object.entries(inside))
        if (/^[\w$@:-]{1,64}$/.test(name)) visit(each, place ? `${place}.${name}` : name, depth + 1);
    }
  };
  visit(value, '', 0);
  return found;
}

const idNames = ['id', 'uuid', '_id', 'documentId', 'guid', 'key', 'pk', 'nid', 'slug'];

const idText = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/;

export function isIdValue(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0;
  return typeof value === 'string' && idText.test(value);
}

/** The field by which these things are told apart. */
export function idFieldOf(rows: readonly Json[]): string | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const own = Object.keys(first).filter((name) => /(?:^|[_a-z])(?:id|Id|ID)$/.test(name));
  return [...idNames, ...(own.length === 1 ? own : [])].find((name) => isKeyOf(rows, name));
}

/** Whether every row has another value there, each of which can stand for an id. */
export function isKeyOf(rows: readonly Json[], name: string): boolean {
  return (
    rows.every((row) => isIdValue(row[name])) && new Set(rows.map((row) => row[name])).size === rows.length
  );
}

/** The thing with this id in an answer: where it stands. */
export function thingWithId(value: unknown, idField: string, id: unknown): string | undefined {
  let level: { place: string; value: unknown }[] = [{ place: '', value }];
  for (let depth = 0; depth < 4; depth += 1) {
    const found = level.find(
      ({ value: each }) => isObject(each) && String(each[idField] ?? '') === String(id),
    );
    if (found) return found.place;
    level = level.flatMap(({ place, value: each }) =>
      isObject(each)
        ? Object.entries(each)
            .filter(([name]) => /^[\w$@:-]{1,64}$/.test(name))
            .map(([name, inside]) => ({ place: place ? `${place}.${name}` : name, value: inside }))
        : [],
    );
  }
  return undefined;
}
