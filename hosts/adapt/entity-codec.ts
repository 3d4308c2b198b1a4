import { isRecord } from '#shared/json.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import { fallbacks, type HostKind } from '../../server/bff/reads/host-kinds.ts';
import { entityShapes, kindOfField, nested } from '../host-file/entities.ts';
import { readAt } from '../host-file/map-path.ts';
import { wholeApplicant } from './applicants.ts';
import { createFieldCodecs, type FieldCodec } from './field-codecs.ts';
import type { FieldMap, HostField, HostMap } from './host-map.ts';
import { createKeptValues, richText } from './kept-values.ts';
import type { Tell } from './lacks.ts';
import type { MediaAddresses } from './media-addresses.ts';
import { withPlacedFields } from './placed-fields.ts';

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
    fieldsIn: string | undefined,
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

  function readField(name: string, value: unknown, field: HostField | undefined, entity: HostKind): unknown {
    const inside = nested[entity]?.[name];
    if (inside) return readAll(value, inside);
    const meant = field?.read?.get(String(value)) ?? value;
    const codec = codecOf(name);
    return codec?.read ? codec.read(meant, field) : meant;
  }

  function codecOf(name: string): FieldCodec | undefined {
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
    return rows.flatMap((row, index): Json[] => {
      if (typeof row !== 'string')
        return [read(row, entity, fields, undefined)].filter(
          (each): each is Json => isRecord(each) && isWhole(each, entity),
        );
      if (entity === 'note') return [{ ...fallbacks.note, id: index + 1, note: row }];
      return [{ id: index + 1, image: media.read(row, fields?.get('image')?.base) }];
    });
  }

  /**
   * Converts a value of a form or of a JSON body to the value that the host expects. `typed` is true if the host
   * expects JSON, in which numbers are numbers and not texts.
   */
  function write(name: string, value: unknown, field: HostField | undefined, typed: boolean): unknown {
    const meant = field?.write?.get(String(value));
    if (meant !== undefined) return meant;
    const codec = codecOf(name);
    return codec?.write ? codec.write(value, typed) : value;
  }

  return { read, write, kept };
}

/** Maximum number of characters of a host's word in a warning. */
const longestWord = 60;

/** Returns what is wrong with a value, and what mends it. */
function problemOf(value: unknown, field: HostField | undefined) {
  if (field?.read && ['string', 'number', 'boolean'].includes(typeof value))
    return `the API host also says ${JSON.stringify(String(value).slice(0, longestWord))}, which is missing in values: name it there`;
  return 'an answer of the API host has no value of the right kind for a field, which is left out: map the field in host.json';
}

const isFitStatus = (status: unknown) =>
  status === undefined || entityShapes.job.status?.safeParse(status).success;
