import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';
import { isBlank } from '#shared/schemas/fields.ts';
import type { HostKind } from '../../server/bff/reads/host-kinds.ts';
import { pathOnHosts } from '../../server/bff/upstream/addresses.ts';
import { kindOfField } from '../host-file/entities.ts';
import { flag } from './field-codecs.ts';
import type { FieldMap, HostField } from './host-map.ts';
import { valueAt } from './placed-fields.ts';

type Json = Record<string, unknown>;

/** The field with the rich text of a record. */
export const richText = 'description';

/** Maximum size of the remembered texts, in characters. */
const mostText = 16 * MIB;

/**
 * Values that a save must leave at the host as they are: flags for which the host has a word that `values` of host.json
 * does not name, such as "archived" beside "draft" and "published" (`tell` reports the field with the word), and texts
 * that this site shows otherwise than the host has them: sanitised, and as HTML in place of Markdown.
 */
export function createKeptValues(
  host: string,
  tell: (entity: HostKind, name: string, field: HostField, word: unknown) => void,
) {
  /** The flags of the records whose last answer had such a word. */
  const unnamed = new Set<string>();
  const keyOf = (entity: HostKind | undefined, id: unknown, name: string) => `${entity} ${id} ${name}`;

  /** The texts of the records that were read last. A save reads its record first, for its version. */
  const texts = new LRUCache<string, { theirs: string; shown: string }>({
    maxSize: mostText,
    sizeCalculation: ({ theirs, shown }) => theirs.length + shown.length + 1,
  });

  return {
    rememberText(entity: HostKind, id: unknown, theirs: unknown, shown: unknown) {
      if (typeof theirs === 'string' && typeof shown === 'string')
        texts.set(keyOf(entity, id, richText), { theirs, shown });
    },
    /** Returns the host's text, if a change leaves it as it was shown; otherwise the text of the change. */
    async unchanged(entity: HostKind | undefined, id: unknown, name: string, text: unknown) {
      const known = texts.get(keyOf(entity, id, name));
      if (!known || typeof text !== 'string') return text;
      // Imported only when needed: the module loads a large HTML parser.
      const { comparableText } = await import('../../server/rich-text/comparable.ts');
      const plain = (html: string) =>
        comparableText(html, (address) => pathOnHosts(address, [host]) ?? address);
      return plain(known.shown) === plain(text) ? known.theirs : text;
    },
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
