import { LRUCache } from 'lru-cache';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/json.ts';
import { MIB } from '#shared/limits.ts';
import { singleApplicantSchema } from '#shared/schemas/applicant.ts';
import { isBlank, readJsonId } from '#shared/schemas/fields.ts';
import { fallbacks, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { pathOnHosts } from '../../server/bff/upstream/addresses.ts';
import { documentEndings } from '../../server/forms/file-types.ts';
import { entityShapes, kindOfField, nested } from '../host-file/entities.ts';
import { readAt } from '../host-file/pieces.ts';
import {
  createFieldCodecs,
  flag,
  inHtml,
  isUnnamedWord,
  type MediaAddresses,
  refusalAt,
} from './field-codecs.ts';
import type { FieldMap, HostField, HostMap, Tell } from './host-map.ts';

type Json = Record<string, unknown>;

export type EntityCodec = ReturnType<typeof createEntityCodec>;

/** Converts records of the host to the contract, and values of the contract to the host. */
export function createEntityCodec({ file, origin, fieldsOf }: HostMap, media: MediaAddresses, report: Tell) {
  const codecs = createFieldCodecs(file, media);
  const kept = createKeptValues(origin.host, tell);

  /**
   * Converts one record. A field that host.json does not name is read from the host's field of the same name. A value
   * that the host omits, or sends in another type, is replaced by the value of that field in `fallbacks`. Returns
   * undefined if the value is no object or has no usable id, and null for a record that must not be shown. `isWhole`
   * is true for a record that has all of its fields: a mapped field without a value is then reported.
   */
  function read(
    thing: unknown,
    entity: HostKind,
    fields: FieldMap | undefined,
    fieldsIn?: string,
    isWhole = false,
  ): Json | null | undefined {
    if (!isRecord(thing)) return undefined;
    const inner = readAt(thing, fieldsIn);
    const flat = isRecord(inner) ? { ...thing, ...inner } : thing;
    if (isWhole) tellOfMissing(flat, entity, fields);
    const found = withPlacedFields(flat, entity, fields);
    const { [richText]: text } = found;
    for (const name of Object.keys(found)) {
      const value = readField(name, found[name], fields?.get(name), entity);
      const { [name]: fallback = value } = fallbacks[entity];
      // Many hosts send null for an unknown value, so null is replaced by the fallback too.
      found[name] = value ?? fallback;
    }
    if (isWhole) kept.rememberText(entity, found.id, text, found[richText]);
    kept.hide(flat, found, entity, fields);
    leaveOutUnfit(found, entity, fields);
    const id = readJsonId(found.id);
    if (id === undefined) return undefined;
    // A job with an unknown status is left out: the host may mean to hide it.
    if (entity === 'job' && !isFitStatus(found.status)) return null;
    return entity === 'applicant' ? wholeApplicant(found, id) : found;
  }

  /** Reports the mapped fields that a whole record lacks. Not of counts, which visitors do not see, and not inside null. */
  function tellOfMissing(thing: Json, entity: HostKind, fields: FieldMap | undefined) {
    const isAbsent = (place: string) =>
      readAt(thing, place) === undefined && readAt(thing, place.replace(/\..*/, '')) !== null;
    for (const [name, { path, otherwise, isStored }] of fields ?? [])
      if (isStored && !/_count$/.test(name) && [path, ...otherwise].every(isAbsent))
        report(`fields.${entity}.${name}`);
  }

  /**
   * Removes optional values of the wrong type, such as an object as `excerpt`, so that the rest of the record can be
   * shown. Wrong values of required fields are not removed; because of them, the validation of the answer drops the
   * whole record.
   */
  function leaveOutUnfit(found: Json, entity: HostKind, fields: FieldMap | undefined) {
    for (const [name, schema] of Object.entries(entityShapes[entity])) {
      const value = found[name];
      if (name === 'id' || value === undefined || schema.safeParse(value).success) continue;
      if (entity === 'job' && name === 'status') {
        tell(entity, name, fields?.get(name), value);
        continue;
      }
      const instead = fallbacks[entity][name];
      if (instead === undefined && !schema.safeParse(undefined).success) continue;
      if (instead === undefined) delete found[name];
      else found[name] = instead;
      // Hosts usually send null for a value that they do not know, so no warning is logged for null.
      if (value !== null) tell(entity, name, fields?.get(name), value);
    }
  }

  /**
   * False if a nested record lacks a required value. The nested record is then left out, and the outer record is
   * shown.
   */
  function isWhole(found: Json, entity: HostKind) {
    const lacks = Object.entries(entityShapes[entity]).find(
      ([name, schema]) => !schema.safeParse(found[name]).success,
    );
    if (lacks) tell(entity, lacks[0]);
    return lacks === undefined;
  }

  function tell(entity: HostKind, name: string, field?: HostField, value?: unknown) {
    report(`fields.${entity}.${name}`, problemOf(value, field));
  }

  function readField(name: string, value: unknown, field: HostField | undefined, entity: HostKind) {
    const inside = nested[entity]?.[name];
    if (inside) return readAll(value, inside);
    const meant = field?.read?.get(String(value)) ?? value;
    const codec = codecOf(name);
    return codec?.read ? codec.read(meant, field) : meant;
  }

  function codecOf(name: string) {
    const kind = kindOfField[name];
    return kind && codecs[kind];
  }

  /**
   * Reads a nested list. In a list of an applicant's notes, a row that is only a text becomes a note; in any other
   * list, such a text is the URL of an image.
   */
  function readAll(value: unknown, entity: HostKind) {
    const rows = [value ?? []].flat().filter((row) => row !== '');
    const fields = fieldsOf(entity);
    return rows.flatMap((row, index) => {
      if (typeof row !== 'string') {
        const found = read(row, entity, fields);
        return found && isWhole(found, entity) ? [found] : [];
      }
      if (entity === 'note') return [{ ...fallbacks.note, id: index + 1, note: row }];
      return [{ id: index + 1, image: media.read(row, fields?.get('image')?.base) }];
    });
  }

  /**
   * Converts a value of a form or of a JSON body to the value that the host expects. `typed` is true if the host
   * expects JSON, in which numbers are numbers and not texts.
   */
  function write(name: string, value: unknown, field: HostField | undefined, typed: boolean) {
    const meant = field?.write?.get(String(value));
    if (meant !== undefined) return meant;
    if (isUnnamedWord(name, value, field)) throw refusalAt('host.notStored', name);
    const codec = codecOf(name);
    return codec?.write ? codec.write(value, typed, field) : value;
  }

  return { read, write, kept };
}

/** Maximum number of characters of a host's word in a warning. */
const longestWord = 60;

/** Returns what is wrong with a value, and what mends it. */
function problemOf(value: unknown, field?: HostField) {
  if (field?.read && ['string', 'number', 'boolean'].includes(typeof value))
    return `the API host also says ${JSON.stringify(String(value).slice(0, longestWord))}, which is missing in values: name it there`;
  return 'an answer of the API host has no value of the right kind for a field, which is left out: map the field in host.json';
}

const isFitStatus = (status: unknown) =>
  status === undefined || entityShapes.job.status?.safeParse(status).success;

/** Returns the record with the fields that host.json maps, read from their places. */
function withPlacedFields(thing: Json, entity: HostKind, fields: FieldMap | undefined) {
  const { ['__proto__']: _proto, ...known } = thing;
  const found: Json = { ...fallbacks[entity], ...known };
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
function valueAt(thing: Json, { path, otherwise, join }: HostField, isList: boolean) {
  const values = [path, ...otherwise].map((each) => readAt(thing, each));
  const said = values.filter((value) => !isBlank(value));
  if (isList && said.length > 0) return said.flat();
  return (join === undefined ? said[0] : said.join(join)) ?? values[0];
}

/** The field with the rich text of a record. */
const richText = 'description';

/** Maximum size of the remembered texts, in characters. */
const mostText = 16 * MIB;

/**
 * Values that a save must leave at the host as they are: flags for which the host has a word that `values` of host.json
 * does not name, such as "archived" beside "draft" and "published" (`tell` reports the field with the word), and texts
 * that this site shows otherwise than the host has them: sanitised, and as HTML in place of Markdown.
 */
function createKeptValues(
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
      if (typeof theirs === 'string')
        texts.set(keyOf(entity, id, richText), { theirs, shown: String(shown) });
    },
    /**
     * Returns the host's text, if a change leaves it as it was shown; otherwise the text of the change, in which addresses
     * at the host that it had before are as the host wrote them.
     */
    async unchanged(entity: HostKind | undefined, id: unknown, name: string, text: unknown) {
      const known = texts.get(keyOf(entity, id, name));
      if (!known || typeof text !== 'string') return text;
      // Imported only when needed: the module loads a large HTML parser.
      const { comparableText } = await import('../../server/rich-text/comparable.ts');
      const pathOf = (address: string) => pathOnHosts(address, [host]) ?? address;
      const plain = (html: string) => comparableText(html, pathOf);
      if (plain(known.shown) === plain(text)) return known.theirs;
      const theirs = new Map<string, string>();
      inHtml(known.theirs, (address) => {
        theirs.set(pathOf(address), address);
        return address;
      });
      return inHtml(text, (address) => theirs.get(address) ?? address);
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

/**
 * Returns a complete applicant and derives fields that the host does not send: the id serves as reference, the time
 * of arrival as time of submission and of consent, and the application is the only submission.
 */
function wholeApplicant(found: Json, id: Id) {
  const said = (name: string) => (found[name] === '' ? undefined : (found[name] ?? undefined));
  const created = said('created_at') ?? said('last_submitted_at') ?? said('consent_at') ?? '';
  const cvName = fileName(said('cv_name'));
  const applicant = {
    ...found,
    reference: String(said('reference') ?? id),
    name: said('name') ?? said('email') ?? `Applicant ${id}`,
    cv_name: cvName,
    cv_mime: said('cv_mime') ?? typeByName(cvName),
    created_at: created,
    consent_at: said('consent_at') ?? created,
    last_submitted_at: said('last_submitted_at') ?? created,
    updated_at: said('updated_at') ?? created,
  };
  return {
    ...applicant,
    // A host may have something else under the names `submissions` and `events`, so only values that match the
    // contract's schema are used.
    submissions: isAs('submissions', found.submissions) ? found.submissions : [{ ...applicant, number: 1 }],
    events: isAs('events', found.events) ? found.events : [],
  };
}

function isAs(name: 'submissions' | 'events', value: unknown) {
  return singleApplicantSchema.shape[name].safeParse(value).success;
}

/** Returns the file name in a URL. Some hosts send the URL of a CV and not its original name. */
export function fileName(said: unknown) {
  if (typeof said !== 'string') return '';
  const last = said.split(/[?#]/, 1)[0]?.split(/[\\/]/).at(-1) ?? '';
  try {
    return said.includes('/') ? decodeURIComponent(last) : last;
  } catch {
    return last;
  }
}

function typeByName(name: string) {
  const types = Object.keys(documentEndings);
  return types.find((type) => name.toLowerCase().endsWith(`.${documentEndings[type]}`)) ?? '';
}
