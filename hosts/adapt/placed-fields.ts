import { isBlank } from '#shared/schemas/fields.ts';
import { fallbacks, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { nested } from '../host-file/entities.ts';
import { readAt } from '../host-file/map-path.ts';
import type { FieldMap, HostField } from './host-map.ts';

type Json = Record<string, unknown>;

/** Returns the record with the fields that host.json maps, read from their places. */
export function withPlacedFields(thing: Json, entity: HostKind, fields: FieldMap | undefined): Json {
  const found: Json = { ...fallbacks[entity], ...known(thing) };
  for (const [name, field] of fields ?? []) {
    const value = field.always ?? valueAt(thing, field, nested[entity]?.[name] !== undefined);
    if (value !== undefined) found[name] = value;
    else if (!Object.hasOwn(fallbacks[entity], name)) delete found[name];
  }
  return found;
}

/**
 * Returns the value of a field: of its paths the first that is not empty and not null, or all of them if they are
 * joined, or if they are parts of a list.
 */
export function valueAt(thing: Json, { path, otherwise, join }: HostField, isList: boolean) {
  const values = [path, ...otherwise].map((each) => readAt(thing, each));
  const said = values.filter((value) => !isBlank(value));
  if (isList && said.length > 0) return said.flat();
  return (join === undefined ? said[0] : said.join(join)) ?? values[0];
}

/** Returns a copy of the host's record without the key `__proto__`. */
function known(thing: Json): Json {
  const { ['__proto__']: _proto, ...kept } = thing;
  return kept;
}
