import { createHash, randomUUID } from 'node:crypto';
import { limits, MIB } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { VersionKind, VersionValue } from '#shared/schemas/versions.ts';
import type { Sealer } from '../../server/bff/sealed.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { beyond, type FileHead, filesIn, headOfFile, type SnapshotBytes } from './deleted-snapshots.ts';
import type { Thing } from './host-reader.ts';

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Limits of the stored revisions: their number and bytes for one record, and their bytes for all records together. If
 * a limit is exceeded, the oldest revisions are removed first.
 */
const mostOfOne = 50;
const bytesOfOne = 64 * MIB;
const bytesOfAll = 256 * MIB;

/** How a state came about: by whom, when, and with which changed fields. */
export interface Made {
  kind: VersionKind;
  who: string | null;
  whoId: string | number | null;
  /** ISO date and time. */
  at: string;
  changed: string[];
  /** Number of the version that was restored; null if the state comes from an ordinary save. */
  restored: number | null;
}

/** Summary of a state, without its long text. */
export interface StateHead {
  title: string;
  fields: Record<string, VersionValue>;
  /** Hash of the long text, for comparing texts. */
  textHash: string;
  /** `made` is the save that created this state, `next` is the save that replaced it. */
  made: Made;
  next: Made;
  /**
   * Files that the save after this state (`next`) replaced. `files` are stored here; `lost` are the fields whose file
   * could not be read.
   */
  files: FileHead[];
  lost: string[];
}

/** Revision: the state of a host's record before it was saved over. */
export interface Revision extends StateHead {
  key: string;
  resource: TrashResource;
  thingId: string;
  number: number;
}

/** A revision that is about to be stored. */
interface StateToKeep extends Omit<StateHead, 'files'> {
  resource: TrashResource;
  thing: Thing;
  files: readonly SnapshotBytes[];
}

/** Stores records that were overwritten at the host, encrypted, for `limits.trashDays`. `who` is an account. */
export interface Revisions {
  add(
    state: StateToKeep,
    who: string,
  ): Promise<{ key: string; accept(): Promise<void>; takeAway(): Promise<void> }>;
  /** Returns the stored states of a record, oldest first. */
  of(resource: TrashResource, id: string | number): Promise<Revision[]>;
  find(key: string): Promise<Revision | undefined>;
  thing(key: string): Promise<Thing | undefined>;
  /** Returns a stored file of a state. */
  file(state: Revision, field: string): Promise<SnapshotBytes | undefined>;
  /**
   * True if the host has accepted a save of this kind of record from this account. A host does not say who may edit,
   * so this is the only evidence that the account may.
   */
  mayEdit(who: string, resource: TrashResource): Promise<boolean>;
  /** Assigns the states of a record to another id, after the record was restored under that id. */
  move(resource: TrashResource, from: string | number, to: string | number): Promise<void>;
  removeOf(resource: TrashResource, id: string | number): Promise<void>;
  /** Removes the states that contain one of these texts, which are lower-case. */
  removeWith(texts: readonly string[]): Promise<number>;
  forgetOld(): Promise<void>;
}

/** Columns of a revision without the record and its files, which may have megabytes. */
const shown = ['key', 'resource', 'thing_id', 'number', 'head'] as const;
type ShownRow = Record<'key' | 'resource' | 'thing_id', string> & { number: number; head: Uint8Array };

/**
 * Seals and opens the parts of a revision. A sealed part cannot be opened as another part or as part of another
 * revision.
 */
function createRevisionCodec(sealer: Sealer) {
  const seal = (place: string, value: unknown) => sealer.seal(Buffer.from(JSON.stringify(value)), place);
  return {
    seal: (
      key: string,
      { head, thing, files }: { head: object; thing: Thing; files: readonly SnapshotBytes[] },
    ) => ({
      head: seal(`overwritten ${key}`, { ...head, files: files.map(headOfFile) }),
      thing: seal(`overwritten thing ${key}`, thing),
      files: sealer.seal(Buffer.concat(files.map(({ bytes }) => bytes)), `overwritten files ${key}`),
    }),
    state(row: ShownRow): Revision | undefined {
      const { key, resource, thing_id: thingId, number, head } = row;
      const plain = sealer.open(head, `overwritten ${key}`);
      if (!plain) return undefined;
      const place = { key, resource: resource as TrashResource, thingId, number: Number(number) };
      return { ...(JSON.parse(plain.toString()) as StateHead), ...place };
    },
    thing(key: string, sealed: Uint8Array): Thing | undefined {
      const plain = sealer.open(sealed, `overwritten thing ${key}`);
      return plain && (JSON.parse(plain.toString()) as Thing);
    },
    files: (key: string, sealed: Uint8Array) => sealer.open(sealed, `overwritten files ${key}`),
  };
}

function hashOf(who: string): string {
  return createHash('sha256').update(`overwritten ${who}`).digest('base64url');
}

/** Queries rows by account, record and age, without opening their sealed parts. */
function createTable(db: SiteDb, now: () => number) {
  const since = () => now() - limits.trashDays * dayMs;
  const alive = () => db.selectFrom('overwritten').where('kept_at', '>', since());
  const ofThing = (resource: TrashResource, id: string | number) =>
    alive().where('resource', '=', resource).where('thing_id', '=', String(id));

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await db.deleteFrom('overwritten').where('key', '=', key).execute();
  }

  return {
    alive,
    ofThing,
    remove,
    async nextNumber(resource: TrashResource, id: string | number): Promise<number> {
      const last = await ofThing(resource, id)
        .select(({ fn }) => fn.max('number').as('number'))
        .executeTakeFirst();
      return Number(last?.number ?? 0) + 1;
    },
    /** Removes the oldest revisions of a record beyond the limits. */
    async forgetBeyond(resource: TrashResource, id: string | number): Promise<void> {
      const newest = await ofThing(resource, id).select(['key', 'bytes']).orderBy('number', 'desc').execute();
      await remove(beyond(newest, { count: mostOfOne, bytes: bytesOfOne }));
    },
    async forgetOld(): Promise<void> {
      await db.deleteFrom('overwritten').where('kept_at', '<=', since()).execute();
      const rows = await db
        .selectFrom('overwritten')
        .select(['key', 'bytes'])
        .orderBy('kept_at', 'desc')
        .execute();
      await remove(beyond(rows, { bytes: bytesOfAll }));
    },
  };
}

export function createRevisions(db: SiteDb, sealer: Sealer, now: () => number = Date.now): Revisions {
  const codec = createRevisionCodec(sealer);
  const table = createTable(db, now);

  return {
    async add({ resource, thing, files, ...head }, who) {
      const key = randomUUID();
      const sealed = codec.seal(key, { head, thing, files });
      const state = {
        key,
        resource,
        thing_id: String(thing.id),
        number: await table.nextNumber(resource, thing.id),
        who: hashOf(who),
        is_accepted: 0,
        kept_at: now(),
        bytes: sealed.head.length + sealed.thing.length + sealed.files.length,
      };
      await db
        .insertInto('overwritten')
        .values({ ...state, ...sealed })
        .execute();
      await table.forgetBeyond(resource, thing.id);
      await table.forgetOld();
      return {
        key,
        async accept() {
          await db.updateTable('overwritten').set({ is_accepted: 1 }).where('key', '=', key).execute();
        },
        takeAway: () => table.remove([key]),
      };
    },
    async of(resource, id) {
      const rows = await table
        .ofThing(resource, id)
        .select(shown)
        .orderBy('number')
        .orderBy('kept_at')
        .execute();
      return rows.flatMap((row) => codec.state(row) ?? []);
    },
    async find(key) {
      const row = await table.alive().select(shown).where('key', '=', key).executeTakeFirst();
      return row && codec.state(row);
    },
    async thing(key) {
      const row = await table.alive().select('thing').where('key', '=', key).executeTakeFirst();
      return row && codec.thing(key, row.thing);
    },
    async file({ key, files }, field) {
      const row = await table.alive().select('files').where('key', '=', key).executeTakeFirst();
      const bytes = row && codec.files(key, row.files);
      return bytes && filesIn(files, bytes).find((file) => file.field === field);
    },
    async mayEdit(who, resource) {
      const row = await table
        .alive()
        .select('key')
        .where('who', '=', hashOf(who))
        .where('resource', '=', resource)
        .where('is_accepted', '=', 1)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async move(resource, from, to) {
      await db
        .updateTable('overwritten')
        .set({ thing_id: String(to) })
        .where('resource', '=', resource)
        .where('thing_id', '=', String(from))
        .execute();
    },
    async removeOf(resource, id) {
      await db
        .deleteFrom('overwritten')
        .where('resource', '=', resource)
        .where('thing_id', '=', String(id))
        .execute();
    },
    async removeWith(texts) {
      const keys = await db.selectFrom('overwritten').select('key').execute();
      const found: string[] = [];
      // One record at a time, since a record may have megabytes.
      for (const { key } of keys) {
        const said = JSON.stringify((await this.thing(key)) ?? {}).toLowerCase();
        if (texts.some((text) => said.includes(text))) found.push(key);
      }
      await table.remove(found);
      return found.length;
    },
    forgetOld: table.forgetOld,
  };
}
