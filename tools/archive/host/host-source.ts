import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { categoryImage } from '#shared/category-image.ts';
import { type CallName, callsOf, contract } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import { applicantStatuses, noteFields, sentFields } from '#shared/entities/applicant.ts';
import type { Fields } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import type { EntityName } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { limits, MIB } from '#shared/limits.ts';
import { readJsonId } from '#shared/schemas/fields.ts';
import type { HostMap } from '../../../hosts/adapt/host-map.ts';
import { entityFields } from '../../../hosts/host-file/entities.ts';
import { readBytes } from '../../../server/bff/upstream/answers.ts';
import { AppError } from '../../../server/errors.ts';
import { typeOfFile } from '../../../server/forms/file-types.ts';
import type { FetchMedia } from '../fetcher.ts';
import { type Noun, nouns, type Values } from '../nouns.ts';
import type { ContentSource } from '../write-folder.ts';
import { type Asked, type HostCalls, HostRefusal } from './calls.ts';

/** A record of a host under the contract's field names. Its values have not been checked. */
type Thing = Readonly<Record<string, unknown>>;

/** Lists that are whole only in parts: without a query they leave out spam. */
const partsOf: Partial<Record<EntityName, readonly Asked['query'][]>> = {
  applicant: [{}, { status: 'spam' }],
  message: [{}, { folder: 'spam' }],
};

/**
 * Returns the calls that read a kind of content. Of `lists` the first one that the host has is used; `one` reads a
 * single record. `parts` are the queries that together read the whole list.
 */
function readingOf({ resource }: Noun) {
  const { all, list, one } = callsOf(resource);
  return {
    lists: [all, list].filter((name) => name !== undefined),
    one,
    parts: partsOf[resource] ?? [{}],
  };
}

/**
 * A record as the host's list has it. `group` is the category of a project, within which projects are ordered, and
 * `place` its number in the list, if the host gives no numbers in this order.
 */
interface Listed {
  id: Id;
  group: Id | undefined;
  thing: Thing;
  place?: number;
}

/** Reads the records of a host, and notes in `remarks` what is not among them. */
function readerOf(calls: HostCalls, map: HostMap | undefined, remarks: string[]) {
  const known = new Map<string, Promise<Listed[] | undefined>>();

  /** Returns all records in the order of the host's list; undefined if the host has no such list. */
  function list(noun: Noun) {
    const listed = known.get(noun.name) ?? readList(noun);
    known.set(noun.name, listed);
    return listed;
  }

  async function readList(noun: Noun) {
    const { name } = noun;
    const { lists, parts } = readingOf(noun);
    const ofCategories = nouns.find((each) => name === 'projects' && each.name === 'categories');
    const categories = ofCategories && (await list(ofCategories));
    const asked: readonly Asked[] =
      categories?.map(({ id }) => ({ id })) ?? parts.map((query) => ({ query }));
    try {
      for (const call of lists.filter(calls.has)) {
        const rows = new Map<Id, Listed>();
        let isThere = asked.length === 0;
        for (const part of asked) isThere = (await readPages(call, part, rows)) || isThere;
        if (isThere) return [...rows.values()];
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof HostRefusal)) throw error;
      remarks.push(`${name}: none are in the archive: ${error.message}`);
      return [];
    }
  }

  /** Reads a list page by page. A host without paging answers every number with its first page. */
  async function readPages(call: CallName, { id: group, query }: Asked, rows: Map<Id, Listed>) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const answer = await calls.get(call, { id: group, query: { ...query, page: String(page) } });
      if (answer === undefined) return page > 1;
      const { data, last_page } = answer as { data?: unknown; last_page?: unknown };
      const before = rows.size;
      for (const thing of listOf(data)) {
        const id = readJsonId(thing.id);
        if (id !== undefined) rows.set(id, rows.get(id) ?? { id, group, thing });
      }
      if (rows.size === before) break;
      last = Number(last_page ?? 1);
    }
    return true;
  }

  /** Returns the call that reads one record, unless host.json answers it from the very list that is read. */
  function oneOf(noun: Noun) {
    const { one, lists } = readingOf(noun);
    const answerer = one && map?.answererOf(contract[one]);
    const { in: from, keep } = answerer?.derived ?? {};
    const isInList = from !== undefined && !keep && from === lists.find(calls.has);
    return one && calls.has(one) && !isInList ? one : undefined;
  }

  /** Returns the whole record; undefined if it cannot be read although it is listed. */
  async function whole(noun: Noun, { id, thing }: Listed) {
    const call = oneOf(noun);
    if (!call) return thing;
    const one = (await calls.get(call, { id })) as Thing | undefined | null;
    return one && readJsonId(one.id) !== undefined ? one : undefined;
  }

  return { list, whole };
}

/**
 * The content of an API host as a source for an archive (docs/archive.md, Pull). Reads through the host's own calls, with
 * the rights of the signed-in person.
 */
export function hostSource(
  calls: HostCalls,
  map: HostMap | undefined,
  { madeBy, fetch }: { madeBy: string; fetch: FetchMedia },
) {
  const [remarks, notes]: [string[], string[]] = [[], []];
  const rowIds = createRowIds();
  const { list, whole } = readerOf(calls, map, remarks);
  const noList = (name: string) => notes.push(`${name}: the host has no call for it`);

  async function* rowsOfNoun(noun: Noun) {
    const { name, fields } = noun;
    const listed = await list(noun);
    if (!listed) return void noList(name);
    // Lists have only the beginning of rich texts (docs/product.md §7).
    const hasRich = Object.values(fields).some(({ kind }) => kind === 'rich');
    const { one } = readingOf(noun);
    if (listed.length > 0 && hasRich && !(one && calls.has(one)))
      remarks.push(`${name}: the host has only lists, whose texts may be excerpts`);
    for (const each of inOrder(noun, listed)) {
      const thing = await whole(noun, each);
      if (!thing) remarks.push(`${name} ${each.id}: is listed, but cannot be read; it is left out`);
      // A record that is read alone counts as read by the host.
      else if (name !== 'applicants' || thing === each.thing) yield* rowsOf(noun, each, thing);
      else yield* rowsOf(noun, each, { ...thing, is_read: (await leftUnread(each)) ?? thing.is_read });
    }
  }

  /** Marks an applicant as unread again: our read has marked it as read, but no person has. Returns the mark before. */
  async function leftUnread({ id, thing: { is_read: isRead } }: Listed) {
    if (isRead === undefined || Number(isRead) !== 0) return isRead;
    const done = calls.has('updateApplicantStatus')
      ? await calls.send('updateApplicantStatus', { id, values: [['is_read', 0]] })
      : { refused: 'it has no call for it' };
    if ('refused' in done)
      notes.push(`applicants ${id}: was unread, and is now marked as read at the host (${done.refused})`);
    return isRead;
  }

  /** Yields the row of a record, and the rows that belong to it. */
  function* rowsOf(noun: Noun, { id, group, place }: Listed, thing: Thing) {
    const { name, table } = noun;
    const ids = rowIds(table, id);
    const parts = name === 'applicants' ? applicationsOf(id, thing) : picturesOf(noun, thing);
    const [sent] = parts.flatMap(([part, each]) => (part === 'applicant_submissions' ? [each] : []));
    const row = {
      ...ids,
      ...valuesOf(noun.fields, thing),
      ...referencesOf(noun, thing, group),
      ...(name === 'categories' && { image: text(categoryImage(thing)) }),
      ...(name === 'jobs' && { slug: text(thing.slug) || undefined }),
      ...(place !== undefined && { v_order: place }),
      ...(sent && { reference: sent.reference }),
      extra: extraOf(noun, id, thing),
    };
    yield { table, row };
    for (const [part, each] of parts)
      yield { table: part, row: { ...each, [noun.parts[part] ?? '']: ids.id } };
  }

  /** Returns the references of a record. Some hosts do not send the category of a project, which its list has. */
  function referencesOf({ fields }: Noun, thing: Thing, group: Id | undefined) {
    const found: Values = {};
    for (const [column, { refersTo }] of Object.entries<Field>(fields)) {
      const of = (column === 'category_id' ? group : undefined) ?? readJsonId(thing[column]);
      if (refersTo && of !== undefined) found[column] = rowIds(refersTo, of).id;
    }
    return found;
  }

  /** Returns the data of a record for which the contract has no field. */
  function extraOf(noun: Noun, id: Id, thing: Thing) {
    const known = namesKnown(noun, map);
    const entries = Object.entries(thing).filter(([key]) => !known.has(key) && key.length <= 100);
    if (entries.length === 0) return undefined;
    const extra = Object.fromEntries(entries);
    if (JSON.stringify(extra).length <= MIB) return extra;
    remarks.push(`${noun.name} ${id}: its other values are too long for extra and are left out`);
    return undefined;
  }

  return {
    madeBy,
    address: calls.name,
    remarks,
    notes,
    /** A kind that the host has no call for is missing, and noted. */
    async counts(only) {
      const found: Record<string, number> = {};
      for (const noun of nouns.filter(({ name }) => only?.includes(name) !== false)) {
        const listed = await list(noun);
        if (listed) found[noun.name] = listed.length;
        else noList(noun.name);
      }
      return found;
    },
    async *rows() {
      for (const noun of nouns) yield* rowsOfNoun(noun);
    },
    async file(address) {
      const [, id, submission] = /^cv:([^/]+)\/(\d+)$/.exec(address) ?? [];
      if (id === undefined) return fetch(address);
      if (!calls.has('downloadCv')) return { refused: 'the host has no call for CVs' };
      const answer = await calls.file('downloadCv', { id, query: { submission: String(submission) } });
      return 'refused' in answer ? answer : documentOf(await readBytes(answer, limits.documentBytes));
    },
  } satisfies ContentSource;
}

/** Returns a CV, if it is of a type that this site accepts. Its type is found in a file, not in its first bytes. */
async function documentOf(bytes: Buffer) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-cv-'));
  const file = join(folder.path, 'cv');
  await writeFile(file, bytes, { mode: 0o600 });
  try {
    return { type: await typeOfFile(file, 'document', 'cv'), bytes: Readable.from([bytes]) };
  } catch (error) {
    if (error instanceof AppError) return { refused: 'is not a document of an accepted type' };
    throw error;
  }
}

/**
 * Returns a function that gives each record a number for its row: its own or, for a record with a text id, one that no
 * record has. The import replaces these.
 */
function createRowIds(): (table: string, id: Id) => { id: number; public_id?: string } {
  const known = new Map<string, number>();
  return (table, id) => {
    if (typeof id === 'number') return { id };
    const key = `${table} ${id}`;
    known.set(key, known.get(key) ?? 900_000_000_000_000 + known.size);
    return { id: known.get(key) as number, public_id: id };
  };
}

/**
 * Returns the records in the order of the archive: adding them one after the other gives the order that visitors see.
 * A host lists posts with the newest first. Where the numbers of positions contradict the list, the list counts.
 */
function inOrder({ name, fields }: Noun, listed: readonly Listed[]) {
  if (name === 'posts') return listed.toReversed();
  if (!Object.values<Field>(fields).some(({ kind }) => kind === 'order')) return [...listed];
  return [...Map.groupBy(listed, (row) => row.group).values()].flatMap((rows) => {
    const orders = rows.map(({ thing }) => whole(thing.v_order) ?? Number.NaN);
    const isOrdered = orders.every((order, at) => order > (orders[at - 1] ?? -1));
    return isOrdered ? rows : rows.map((row, at) => ({ ...row, place: at + 1 }));
  });
}

function listOf(value: unknown) {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

/** A row that belongs to a record, with its table. */
type Part = [table: string, row: Values];

/** The rows of a record's lists of pictures, by table. */
function picturesOf({ fields }: Noun, thing: Thing) {
  return Object.entries<Field>(fields).flatMap(([name, { parts }]) =>
    parts
      ? listOf(thing[name]).flatMap(({ image }, position): Part[] =>
          typeof image === 'string' && image ? [[parts.table, { image, position }]] : [],
        )
      : [],
  );
}

/**
 * The applications, notes and events of an applicant, by table. If the host sends no applications, the applicant's own
 * data is the only one. A CV has a made-up address, since it is fetched by its own call.
 */
function applicationsOf(id: Id, thing: Thing) {
  const given = listOf(thing.submissions);
  const sent = (given.length > 0 ? given : [thing]).map((each, index): Part => {
    const number = given.length > 0 ? (whole(each.number) ?? index + 1) : 1;
    const file = { cv_file: `cv:${id}/${number}`, cv_name: text(each.cv_name) ?? '' };
    const created_at = moment(each.created_at) ?? moment(thing.created_at);
    return ['applicant_submissions', { number, ...valuesOf(sentFields, each), ...file, created_at }];
  });
  const notes = listOf(thing.notes).map((each): Part => ['applicant_notes', valuesOf(noteFields, each)]);
  const status = (value: unknown) => applicantStatuses.find((each) => each === value) ?? null;
  const events = listOf(thing.events).flatMap(({ type, from, to, who, when }): Part[] => {
    const values = {
      type,
      from_status: status(from),
      to_status: status(to),
      who: text(who),
      created_at: moment(when),
    };
    const isWhole = (type === 'submitted' || type === 'status') && values.to_status && values.created_at;
    return isWhole ? [['applicant_events', values]] : [];
  });
  return [...sent, ...notes, ...events];
}

/*
 * The following functions convert a value of a host's record to a value of a column. They return undefined for a
 * missing or invalid value, so that the column is left out as unknown.
 */

function text(value: unknown) {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function moment(value: unknown) {
  const iso = typeof value === 'string' ? momentOf(value)?.toISOString() : undefined;
  // A longer ISO text has a year of more than four digits or before Christ, which can only be a mistake.
  return iso?.length === '2026-12-31T23:59:59.000Z'.length ? iso : undefined;
}

function whole(value: unknown, least = 0) {
  const number = amount(value);
  return Number.isSafeInteger(number) && Number(number) >= least ? number : undefined;
}

function amount(value: unknown) {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const day = (value: unknown) => (typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined);

const readers: Partial<Record<FieldKind, (value: unknown, field: Field) => unknown>> = {
  line: text,
  text,
  rich: text,
  link: text,
  code: text,
  picture: text,
  video: text,
  captions: text,
  choice: (value, { words = [] }) => words.find((each) => each === value),
  flag: (value) => (value === undefined || value === null ? undefined : Number(Number(value) !== 0)),
  number: (value, { least }) => whole(value, least),
  order: (value) => whole(value),
  amount,
  day,
  moment,
  // A day stays a day.
  dayOrMoment: (value) => (value === day(value) ? value : moment(value)),
};

/** Returns the values of a record for the columns of these fields. */
function valuesOf(fields: Fields, thing: Thing) {
  const values = Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (field.column === false || field.not?.includes('archives') || !readers[field.kind]) return [];
    const isNone = field.stored === 'nullable' && (thing[name] === null || thing[name] === '');
    return [[name, isNone ? null : readers[field.kind]?.(thing[name], field)]];
  });
  return Object.fromEntries(values);
}

/** Returns the contract's names of values, most of which are fields, and the host's names for them. */
function namesKnown({ resource }: Noun, map: HostMap | undefined) {
  const others = ['picture_details', 'submissions', 'events', 'notes', 'images', 'assigned_to'];
  // A host's record has a field where its path begins.
  const mapped = [...(map?.fieldsOf(resource)?.values() ?? [])].flatMap(({ path, otherwise }) =>
    [path, ...otherwise].map((place) => place.replace(/\..*/, '')),
  );
  return new Set<string>([...others, ...entityFields[resource], ...mapped]);
}
