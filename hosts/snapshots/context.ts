import { hash, randomUUID } from 'node:crypto';
import { type CallName, type ContractRow, callsOf, contract } from '#shared/contract/index.ts';
import { momentOf } from '#shared/dates.ts';
import { type TextCode, textOf } from '#shared/desk-messages.ts';
import { type Entity, isFile, isSingleFile, isVersioned, namesWhere } from '#shared/entities/entity.ts';
import { contentNames, entities } from '#shared/entities/index.ts';
import { limits, MIB } from '#shared/limits.ts';
import type { KeptResource, ListedVersion } from '#shared/schemas/versions.ts';
import type { Capabilities } from '../../server/bff/capabilities.ts';
import { dumpAnswer, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type {
  Params,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from '../../server/bff/upstream/upstream.ts';
import type { RevisionsTable, SiteDb } from '../../server/database/site-types.ts';
import { AppError, newerVersion } from '../../server/errors.ts';
import type { Sealer } from '../../server/process/sealed.ts';
import { withPlainLineEnds } from '../../server/rich-text/line-ends.ts';
import { fileName } from '../adapt/entity-codec.ts';
import type { Warns } from '../adapt/host-map.ts';
import type { SentFields } from '../adapt/requests.ts';
import { bodyOf, callOf, type Values } from '../call-body.ts';

/** A record as a host sends it. */
export type Thing = Record<string, unknown> & { id: string | number };

/** A kind of record, with the calls that read and write it. */
function kindOf(noun: Entity & { resource: KeptResource }) {
  const { all, list, one, add, change, remove } = callsOf(noun.resource);
  return {
    noun,
    deletes: remove,
    adds: add,
    changes: change,
    /** The call that reads one record, and the list in which a record is found if the host has no such call. */
    one,
    list: [all, list].find((name) => name && (contract[name] as ContractRow).id === undefined),
  };
}

/**
 * All kinds that this site can restore by the host's own calls. Applicants, their notes and messages are missing on
 * purpose: personal data whose deletion was promised must not be stored elsewhere.
 */
export const kinds = contentNames.map((name) => kindOf(entities[name]));

export type Kind = (typeof kinds)[number];

/** Returns the URLs of a record's files, each with the form field in which the file is sent to the host again. */
export function filesOf({ adds, noun }: Kind, thing: Record<string, unknown>) {
  const forms = (contract[adds] as ContractRow).upload?.files ?? [];
  return Object.entries(noun.fields).flatMap(([name, field]) => {
    const { kind, sentAs = name } = field;
    if (isSingleFile(field)) return addressOf(thing[name]).map((address) => ({ field: name, address }));
    if (kind !== 'pictures') return [];
    // The form fields for a list of pictures are numbered only where the contract expects a number.
    const isNumbered = forms.some(({ pattern }) => pattern.test(`${sentAs}[0]`));
    return addressesIn(thing[name]).map((address, index) => ({
      field: `${sentAs}[${isNumbered ? index : ''}]`,
      address,
    }));
  });
}

/** Returns the URLs of a list of pictures. */
function addressesIn(list: unknown) {
  return Array.isArray(list)
    ? list.flatMap((each?: { image?: unknown } | null) => addressOf(each?.image))
    : [];
}

function addressOf(value: unknown) {
  return typeof value === 'string' && value ? [value] : [];
}

const longText = 'description';

/** How a state came about: by whom, when, and with which changed fields. */
export type Made = Omit<ListedVersion, 'id' | 'number' | 'title'>;

/** A state of a host's record before it was saved over; the record itself is stored beside it. */
export interface StateHead {
  title: string;
  /** `made` is the save that created this state, `next` is the save that replaced it. */
  made: Made;
  next: Made;
}

export const titleOf = ({ noun }: Kind, thing: Thing) => String(thing[noun.title] ?? '');

/** Returns the content of a record as a version shows it, without fields that the host does not send. */
export function fieldsOf({ noun }: Kind, thing: Thing) {
  const names = namesWhere(noun.fields, isVersioned).filter((name) => name !== longText);
  return Object.fromEntries(names.map((name) => [name, versionValue(thing[name])]));
}

/** Returns the long text of a record; '' if it is missing. */
export function longTextOf(thing: Thing) {
  return String(thing[longText] ?? '');
}

/**
 * Returns the texts that are sent to the host so that a record is as it was `then`. Fields that a restore never changes
 * (`apart`) have their values of `now`.
 */
export function textsOf({ noun }: Kind, then: Thing, now: Thing): Values {
  return Object.entries(noun.fields).flatMap(([name, { input, apart }]) => {
    const value = (apart || then[name] === undefined ? now : then)[name] ?? null;
    // Nothing is sent only for a field that has content now: a field without content may not exist at the host.
    const isSent = value === null ? (now[name] ?? '') !== '' : typeof value !== 'object';
    return input && isSent ? [[name, value]] : [];
  });
}

/**
 * Returns the names of the fields in which two states differ, in the order of the descriptor. Fields that can change
 * without a save (`apart`) do not count, unless `all` is true.
 */
export async function differences({ noun }: Kind, before: Thing, after: Thing, all = false) {
  const [text, other] = [longTextOf(before), longTextOf(after)];
  const isText = text !== other && (await plainText(text)) !== (await plainText(other));
  const names = namesWhere(noun.fields, (field) => isVersioned(field) && (all || !field.apart));
  return names.filter((name) => (name === longText ? isText : !isSame(before[name], after[name])));
}

/**
 * Returns the names of the fields that a form changes in a record: of its texts, and of its files, which are sent under
 * their own name or removed by `remove_` and that name.
 */
export async function changesOf(kind: Kind, thing: Thing, { values, files }: SentFields) {
  const sent = values.filter(([name]) => kind.noun.fields[name]?.input && thing[name] !== undefined);
  const after: Thing = { ...thing, ...Object.fromEntries(sent) };
  const touched = [
    ...files.map(({ name }) => name.replace(/\[.*/, '')),
    ...values.flatMap(([name, value]) => (String(value) === '1' ? name.replace(/^remove_/, '') : [])),
  ];
  const ofFiles = Object.entries(kind.noun.fields).flatMap(([name, field]) =>
    isFile(field) && touched.includes(field.sentAs ?? name) ? [name] : [],
  );
  return [...(await differences(kind, thing, after, true)), ...ofFiles];
}

/** Compares two values as texts, with nothing as the empty text, since forms know only texts. */
export function isSame(one: unknown, other: unknown) {
  return plain(versionValue(one)) === plain(versionValue(other));
}

/** The query of an address is removed, since a host may sign the address of an unchanged file anew each time. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(plain));
  const text = withPlainLineEnds(String(value ?? '')).trim();
  return /^\/(?!\/)/.test(text) ? text.replace(/\?.*$/s, '') : text;
}

function versionValue(value: unknown) {
  if (Array.isArray(value)) return addressesIn(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined;
}

async function plainText(text: string) {
  // Imported only when needed: the module loads a large HTML parser, and many servers never compare long texts of a
  // host.
  const { comparableText } = await import('../../server/rich-text/comparable.ts');
  return comparableText(text);
}

export interface SnapshotOptions {
  db: SiteDb;
  sealer: Sealer;
  /** The kinds whose deleted records are stored, and those whose overwritten states are stored. */
  deleted: readonly Kind[];
  versioned: readonly Kind[];
  /** The calls of the trash and of versions that this site answers without the host. */
  answered: ReadonlySet<string>;
  fetchMedia: FetchMedia;
  log: Warns;
  /** Creates a redirect from the old path of a page to its new path. Returns the problems, if any. */
  sendRedirect?: (from: string, to: string) => Promise<readonly string[]>;
  now?: () => number;
}

export type SnapshotContext = ReturnType<typeof openContext>;

/** Returns the options, the stores, and what the trash and versions have in common. */
export function openContext(
  upstream: Upstream,
  has: Capabilities['has'],
  { now = Date.now, ...options }: SnapshotOptions,
) {
  const { db, sealer, fetchMedia, log } = options;
  return {
    ...options,
    now,
    records: createHostRecords(upstream, has, fetchMedia),
    /** Records that were deleted at the host. `lost`: number of files of a record that could not be read before. */
    snapshots: createStore<{ thing: Thing; name: string; lost: number }>(db, sealer, 'keepsakes', now),
    revisions: createStore<StateHead>(db, sealer, 'overwritten', now),
    /**
     * Stores a copy of a record, and sends the request that deletes or overwrites it. Without a copy, which is logged,
     * the change goes on. Removes the copy if the host refuses the request. If no answer arrives, the copy stays,
     * because the host may have carried out the request.
     */
    async changing(
      { remove }: Pick<ReturnType<typeof createStore>, 'remove'>,
      copy: Promise<string | undefined>,
      send: () => Promise<UpstreamAnswer>,
    ) {
      const key = await copy.catch((error: unknown) => {
        log.warn({ err: error }, 'no copy of a record could be stored before its change at the API host');
        return undefined;
      });
      const takeAway = async () => key && remove({ key });
      try {
        const answer = await send();
        if (answer.status >= 400) await takeAway();
        return { answer, key };
      } catch (error) {
        if (error instanceof AppError && error.status < 500) await takeAway();
        throw error;
      }
    },
  };
}

/**
 * Throws 409 `conflict.newer`, as the engine does, if another person saved the record after the form was opened; the
 * host itself would silently overwrite that change. Checks nothing if the form states no version, or if the host
 * sends no `updated_at`.
 */
export function assertNotNewer(yours: unknown, current: unknown) {
  if (typeof yours !== 'string' || !yours || typeof current !== 'string') return;
  // A host may write one time in two formats.
  if (momentOf(yours)?.getTime() !== momentOf(current)?.getTime()) throw newerVersion(yours, current);
}

/**
 * Fetches the bytes of a picture or video by its address in the answer to a request; undefined if the file cannot be
 * read.
 */
export type FetchMedia = (
  address: string,
  asked: UpstreamRequest,
) => Promise<Pick<SnapshotBytes, 'bytes' | 'type'> | undefined>;

/** Maximum number of pages of a list that are searched for one record. */
const mostPages = 30;

/** Reads and writes records of the host with the rights of the signed-in person who made the call `asked`. */
function createHostRecords(upstream: Upstream, has: Capabilities['has'], fetchMedia: FetchMedia) {
  /** Returns `data` of the answer to a read; undefined if the answer is 404 or 410, or if the host lacks the call. */
  async function get(name: CallName, params: Params, asked: UpstreamRequest, query = '') {
    if (!has(contract[name])) return undefined;
    const call = callOf(contract[name], params, asked);
    const answer = await upstream.request({ ...call, path: call.path + query });
    if (answer.status < 300) return ((await readJson(answer)) as { data?: unknown }).data;
    dumpAnswer(answer);
    if (answer.status === 404 || answer.status === 410) return undefined;
    throw new AppError('upstream.refused', answer.status >= 500 ? 502 : answer.status);
  }

  /** Finds a record in a list, page after page. */
  async function inList(list: CallName, id: string, asked: UpstreamRequest) {
    for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
      const data = await get(list, {}, asked, `?page=${page}`);
      const { data: rows = [], last_page = 1 } = (data ?? {}) as { data?: Thing[]; last_page?: number };
      const found = rows.find((thing) => String(thing.id) === id);
      if (found) return found;
      last = last_page;
    }
    return undefined;
  }

  return {
    get,
    /** Returns the current record; undefined if the host has no such record, or no call that reads it. */
    async read({ one, list }: Kind, id: string, asked: UpstreamRequest) {
      if (one && has(contract[one])) return (await get(one, { id }, asked)) as Thing | undefined;
      return list && inList(list, id, asked);
    },
    /** Adds a record, or with `id` overwrites it, by the host's own call. */
    write(
      kind: Kind,
      { id, texts, files = [] }: { id?: string | number; texts: Values; files?: readonly SnapshotBytes[] },
      asked: UpstreamRequest,
    ) {
      const row: ContractRow = contract[id === undefined ? kind.adds : kind.changes];
      const isInPath = row.path.includes('{id}');
      const values = id === undefined || isInPath ? texts : [...texts, ['blog_id', id] as const];
      const parts = files.map(({ field, name, type, bytes }) => ({
        kind: 'file' as const,
        name: field,
        fileName: name,
        type,
        source: bytes,
        size: bytes.length,
      }));
      const params: Params = isInPath ? { id: String(id) } : {};
      return upstream.request(callOf(row, params, asked, bodyOf(row, values, parts)));
    },
    /** Fetches the bytes of files, without those that cannot be read. */
    async fetchFiles(wanted: readonly { field: string; address: string }[], asked: UpstreamRequest) {
      const files: SnapshotBytes[] = [];
      for (const { field, address } of wanted) {
        const found = await fetchMedia(address, asked).catch(() => undefined);
        if (found)
          files.push({
            field,
            // A file name that a header can carry.
            name: fileName(address).replace(/[/\\"\r\n]/g, '_') || 'file',
            ...found,
          });
      }
      return files;
    },
  };
}

/** Returns an answer as the engine sends it. */
export function answered(data: unknown, message?: TextCode) {
  return jsonAnswer(200, { status: 1, message: message && textOf(message), data });
}

/** Returns the values in the query of a call. */
export function queryOf({ path }: UpstreamRequest) {
  return Object.fromEntries(new URLSearchParams(path.split('?')[1]));
}

/** A file of a stored record. */
interface SnapshotBytes {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

type Match = Partial<RevisionsTable>;
type Part = 'head' | 'thing' | 'files';

/**
 * A stored record without its long parts. A version has a `number`. The bytes of all files of a record are sealed as one
 * part.
 */
export type Stored<Head> = Head & { files: (Omit<SnapshotBytes, 'bytes'> & { size: number })[] } & Omit<
    RevisionsTable,
    'thing' | 'files'
  >;

const shown = ['key', 'resource', 'thing_id', 'kept_at', 'head'] as const;

/**
 * The two tables: `keepsakes` for deleted records, and `overwritten` for the states before a save. `word` is part of
 * hashes and seals. The record itself is part of the head, or has a column, so that lists of versions do not read it.
 */
const stores = {
  keepsakes: { word: 'keepsake', mostBytes: 512 * MIB, shown, thingIn: 'head' },
  overwritten: { word: 'overwritten', mostBytes: 256 * MIB, shown: [...shown, 'number'], thingIn: 'thing' },
} as const;

export const dayMs = 86_400_000;

/**
 * Stores records of a host for `limits.trashDays`, encrypted. If they have more than `mostBytes` in all, the oldest are
 * removed first. A sealed part cannot be opened as another part or as part of another record.
 */
function createStore<Head extends object>(
  db: SiteDb,
  sealer: Sealer,
  name: keyof typeof stores,
  now: () => number,
) {
  const { word, mostBytes, shown, thingIn } = stores[name];
  // The type of the table that has the columns of both.
  const table = name as 'overwritten';
  const since = () => now() - limits.trashDays * dayMs;
  const placeOf = (key: string, part: Part) => `${word}${part === 'head' ? '' : ` ${part}`} ${key}`;

  const select = (match: Match) =>
    db
      .selectFrom(table)
      .where('kept_at', '>', since())
      .where((eb) => eb.and(match))
      .orderBy('kept_at');

  const remove = (match: Match) =>
    db
      .deleteFrom(table)
      .where((eb) => eb.and(match))
      .execute();

  /** Removes what is too old, and the oldest beyond `mostBytes` in all. */
  async function forgetOld() {
    await db.deleteFrom(table).where('kept_at', '<=', since()).execute();
    let total = 0;
    const rows = await select({}).select(['key', 'bytes']).execute();
    for (const { key, bytes } of rows.reverse()) {
      total += bytes;
      if (total > mostBytes) await remove({ key });
    }
  }

  /** Opens a part of a record. Undefined if it is gone, or sealed with another secret. */
  async function open(key: string, part: Part) {
    const row = await select({ key }).select(part).executeTakeFirst();
    return row && sealer.open(row[part], placeOf(key, part));
  }

  return {
    select,
    remove,
    forgetOld,
    update: (match: Match, values: Match) =>
      db
        .updateTable(table)
        .set(values)
        .where((eb) => eb.and(match))
        .execute(),
    hashOf: (who: string) => hash('sha256', `${word} ${who}`, 'base64url'),
    /** Stores a record and returns its key. */
    async add(
      row: Match,
      { files = [], thing, ...given }: Head & { files?: readonly SnapshotBytes[]; thing: Thing },
    ) {
      const key = randomUUID();
      const seal = (part: Part, plain: object) =>
        sealer.seal(Buffer.isBuffer(plain) ? plain : Buffer.from(JSON.stringify(plain)), placeOf(key, part));
      const head = { ...given, files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })) };
      const parts = {
        ...(thingIn === 'head'
          ? { head: seal('head', { ...head, thing }) }
          : { head: seal('head', head), thing: seal('thing', thing) }),
        files: seal('files', Buffer.concat(files.map(({ bytes }) => bytes))),
      };
      const bytes = Object.values(parts).reduce((sum, { length }) => sum + length, 0);
      const all = { ...row, ...parts, key, bytes, kept_at: now() } as RevisionsTable;
      await db.insertInto(table).values(all).execute();
      await forgetOld();
      return key;
    },
    /** Returns the matching records, oldest first, without those that were sealed with another secret. */
    async list(match: Match): Promise<Stored<Head>[]> {
      const rows = await select(match).select(shown).execute();
      return rows.flatMap((row) => {
        const head = sealer.open(row.head, placeOf(row.key, 'head'));
        return head ? [{ ...JSON.parse(String(head)), ...row }] : [];
      });
    },
    async thing(key: string): Promise<Thing | undefined> {
      const thing = await open(key, 'thing');
      return thing && JSON.parse(String(thing));
    },
    async filesOf({ key, files }: Stored<Head>) {
      const bytes = await open(key, 'files');
      let end = 0;
      return files.flatMap(({ size, ...file }) => {
        end += size;
        return bytes ? [{ ...file, bytes: bytes.subarray(end - size, end) }] : [];
      });
    },
  };
}
