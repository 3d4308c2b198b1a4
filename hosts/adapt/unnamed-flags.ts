import { isBlank } from '#shared/schemas/fields.ts';
import type { HostKind } from '../../server/bff/reads/host-kinds.ts';
import { kindOfField } from '../host-file/entities.ts';
import { flag } from './field-codecs.ts';
import type { FieldMap, HostField } from './host-map.ts';
import { valueAt } from './placed-fields.ts';

type Json = Record<string, unknown>;

/**
 * Flags for which the host has a word that `values` of host.json does not name, such as "archived" beside "draft" and
 * "published". `tell` reports the field with the word.
 */
export function createUnnamedFlags(
  tell: (entity: HostKind, name: string, field: HostField, word: unknown) => void,
) {
  /** The flags of the records whose last answer had such a word. */
  const unnamed = new Set<string>();
  const keyOf = (entity: HostKind | undefined, id: unknown, name: string) => `${entity} ${id} ${name}`;

  return {
    /** Reads such a flag as 0: the host may mean to hide the record. */
    hide(thing: Json, found: Json, entity: HostKind, fields: FieldMap | undefined) {
      for (const [name, field] of fields ?? []) {
        if (!field.read || field.always !== undefined || kindOfField[name] !== 'flag') continue;
        const word = valueAt(thing, field, false);
        if (isBlank(word)) continue;
        const key = keyOf(entity, found.id, name);
        if (field.read.has(String(word))) {
          unnamed.delete(key);
          continue;
        }
        unnamed.add(key);
        found[name] = 0;
        tell(entity, name, field, word);
      }
    },
    /** True if a change leaves such a flag at 0, so that the host must keep its word. */
    keepsWord(entity: HostKind | undefined, id: unknown, name: string, value: unknown) {
      const key = keyOf(entity, id, name);
      if (flag(value) === 0) return id !== undefined && unnamed.has(key);
      unnamed.delete(key);
      return false;
    },
  };
}
