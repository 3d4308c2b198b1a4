import { randomUUID } from 'node:crypto';
import { MIB } from '#shared/limits.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { VersionKind, VersionValue } from '#shared/schemas/versions.ts';
import type { Sealer } from '../../server/bff/sealed.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import type { Thing } from './host-reader.ts';
import { beyond, createStore, type FileHead, type SnapshotBytes } from './store.ts';

/** Limits of the stored revisions of one record: their number and bytes. The oldest are removed first. */
const mostOfOne = 50;
const bytesOfOne = 64 * MIB;

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

/** Columns of a revision without the record and its files, which may have megabytes. */
const shown = ['key', 'resource', 'thing_id', 'number', 'head'] as const;
type ShownRow = Record<'key' | 'resource' | 'thing_id', string> & { number: number; head: Uint8Array };

export type Revisions = ReturnType<typeof createRevisions>;

/** Stores records that were overwritten at the host. `who` is an account. */
export function createRevisions(db: SiteDb, sealer: Sealer, now: () => number = Date.now) {
  const word = 'overwritten';
  const store = createStore(db, sealer, { name: word, word, mostBytes: 256 * MIB }, now);
  const alive = () => store.alive() as unknown as ReturnType<typeof db.selectFrom<'overwritten'>>;
  const ofThing = (resource: TrashResource, id: string | number) =>
    alive().where('resource', '=', resource).where('thing_id', '=', String(id));
  const stateOf = ({ key, resource, thing_id: thingId, number, head }: ShownRow): Revision | undefined => {
    const opened = store.open<StateHead>(key, '', head);
    const place = { key, resource: resource as TrashResource, thingId, number: Number(number) };
    return opened && { ...opened, ...place };
  };

  async function thing(key: string): Promise<Thing | undefined> {
    const row = await alive().select('thing').where('key', '=', key).executeTakeFirst();
    return row && store.open<Thing>(key, 'thing', row.thing);
  }

  return {
    thing,
    async add({ resource, thing, files, ...head }: StateToKeep, who: string) {
      const key = randomUUID();
      const sealed = { ...store.seal(key, head, files), thing: store.sealThing(key, thing) };
      const { last } = await ofThing(resource, thing.id)
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow();
      const row = { key, resource, thing_id: String(thing.id), who: store.hashOf(who), is_accepted: 0 };
      const bytes = sealed.head.length + sealed.thing.length + sealed.files.length;
      await db
        .insertInto('overwritten')
        .values({ ...row, number: Number(last ?? 0) + 1, kept_at: now(), bytes, ...sealed })
        .execute();
      const newest = await ofThing(resource, thing.id)
        .select(['key', 'bytes'])
        .orderBy('number', 'desc')
        .execute();
      await store.remove(beyond(newest, mostOfOne, bytesOfOne));
      await store.forgetOld();
      return {
        key,
        async accept() {
          await db.updateTable('overwritten').set({ is_accepted: 1 }).where('key', '=', key).execute();
        },
        takeAway: () => store.remove([key]),
      };
    },
    /** Returns the stored states of a record, oldest first. */
    async of(resource: TrashResource, id: string | number): Promise<Revision[]> {
      const rows = await ofThing(resource, id).select(shown).orderBy('number').orderBy('kept_at').execute();
      return rows.flatMap((row) => stateOf(row) ?? []);
    },
    async find(key: string): Promise<Revision | undefined> {
      const row = await alive().select(shown).where('key', '=', key).executeTakeFirst();
      return row && stateOf(row);
    },
    /** Returns a stored file of a state. */
    async file({ key, files }: Revision, field: string): Promise<SnapshotBytes | undefined> {
      const row = await alive().select('files').where('key', '=', key).executeTakeFirst();
      return row && store.openFiles(key, files, row.files)?.find((file) => file.field === field);
    },
    /**
     * True if the host has accepted a save of this kind of record from this account. A host does not say who may edit,
     * so this is the only evidence that the account may.
     */
    async mayEdit(who: string, resource: TrashResource): Promise<boolean> {
      const row = await alive()
        .select('key')
        .where('who', '=', store.hashOf(who))
        .where('resource', '=', resource)
        .where('is_accepted', '=', 1)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Assigns the states of a record to another id, after the record was restored under that id. */
    async move(resource: TrashResource, from: string | number, to: string | number): Promise<void> {
      await db
        .updateTable('overwritten')
        .set({ thing_id: String(to) })
        .where('resource', '=', resource)
        .where('thing_id', '=', String(from))
        .execute();
    },
    async removeOf(resource: TrashResource, id: string | number): Promise<void> {
      await db
        .deleteFrom('overwritten')
        .where('resource', '=', resource)
        .where('thing_id', '=', String(id))
        .execute();
    },
    removeWith: (texts: readonly string[]) => store.removeWith(texts, thing),
    forgetOld: store.forgetOld,
  };
}
