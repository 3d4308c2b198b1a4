import { randomUUID } from 'node:crypto';
import { MIB } from '#shared/limits.ts';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import type { Sealer } from '../../server/bff/sealed.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { createStore, type FileHead, type SnapshotBytes } from './store.ts';

/** A record that was deleted at the host, with its files. */
export interface Snapshot {
  resource: TrashResource;
  thing: Record<string, unknown> & { id: string | number };
  name: string;
  files: readonly SnapshotBytes[];
  /** Number of the record's files that could not be read before the deletion. */
  lost: number;
}

type Head = Pick<Snapshot, 'thing' | 'name' | 'lost'> & { by: string | null; files: FileHead[] };

export type Snapshots = ReturnType<typeof createSnapshots>;

/**
 * Stores records that were deleted at the host. `who` is the account: an account does not see the deletions of
 * another.
 */
export function createSnapshots(db: SiteDb, sealer: Sealer, now: () => number = Date.now) {
  const store = createStore(db, sealer, { name: 'keepsakes', word: 'keepsake', mostBytes: 512 * MIB }, now);
  const { hashOf } = store;
  const ownOf = (who: string) => store.alive().where('who', '=', hashOf(who));
  const headOf = (row: { key: string; head: Uint8Array }) => store.open<Head>(row.key, '', row.head);

  return {
    /** Stores a record and returns its key. */
    async add({ resource, thing, name, files, lost }: Snapshot, who: string): Promise<string> {
      const key = randomUUID();
      const by = who.startsWith('token ') ? null : who;
      const sealed = store.seal(key, { thing, name, lost, by }, files);
      const row = { key, resource, thing_id: String(thing.id), who: hashOf(who), kept_at: now() };
      const bytes = sealed.head.length + sealed.files.length;
      await db
        .insertInto('keepsakes')
        .values({ ...row, bytes, ...sealed })
        .execute();
      await store.forgetOld();
      return key;
    },
    /** Returns the record with this id that was deleted last; undefined if there is none. */
    async find(
      resource: TrashResource,
      id: string | number,
      who: string,
    ): Promise<(Snapshot & { key: string }) | undefined> {
      const row = await ownOf(who)
        .selectAll()
        .where('resource', '=', resource)
        .where('thing_id', '=', String(id))
        .orderBy('kept_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const head = row && headOf(row);
      const files = head && store.openFiles(row.key, head.files, row.files);
      if (!files) return undefined;
      const { by: _by, ...kept } = head;
      return { ...kept, key: row.key, resource, files };
    },
    async page(
      who: string,
      { resource, page, perPage }: { resource: TrashResource | undefined; page: number; perPage: number },
    ) {
      const counted = await ownOf(who)
        .select((eb) => ['resource', eb.fn.countAll<number>().as('count')])
        .groupBy('resource')
        .execute();
      const numbers = trashResources.map((each) => [
        each,
        counted.find((row) => row.resource === each)?.count,
      ]);
      const counts: Partial<Record<TrashResource, number>> = Object.fromEntries(
        numbers.flatMap(([each, count]) => (count ? [[each, Number(count)]] : [])),
      );
      const own = ownOf(who);
      const rows = await (resource ? own.where('resource', '=', resource) : own)
        .select(['key', 'resource', 'thing_id', 'kept_at', 'head'])
        .orderBy('kept_at', 'desc')
        .orderBy('key')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      const lines = rows.map((row) => {
        const head = headOf(row);
        const { name = '', by = null, thing: { id } = { id: row.thing_id } } = head ?? {};
        return { resource: row.resource as TrashResource, id, name, by, keptAt: row.kept_at };
      });
      const ofAll = Object.values(counts).reduce((sum, each) => sum + each, 0);
      return { lines, total: resource ? (counts[resource] ?? 0) : ofAll, counts };
    },
    remove: (key: string) => store.remove([key]),
    removeWith: (texts: readonly string[]) =>
      store.removeWith(texts, async (key) => {
        const row = await db
          .selectFrom('keepsakes')
          .select(['key', 'head'])
          .where('key', '=', key)
          .executeTakeFirst();
        return row && headOf(row)?.thing;
      }),
    forgetOld: store.forgetOld,
  };
}
