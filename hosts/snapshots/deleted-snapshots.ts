import { createHash, randomUUID } from 'node:crypto';
import { limits, MIB } from '#shared/limits.ts';
import { type TrashResource, trashResources } from '#shared/schemas/trash.ts';
import type { Sealer } from '../../server/bff/sealed.ts';
import type { SiteDb } from '../../server/database/site-types.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum total size of the stored records in bytes. If it is exceeded, the oldest records are removed first. */
const mostBytes = 512 * MIB;

/** A record that was deleted at the host, with its files. */
export interface Snapshot {
  resource: TrashResource;
  thing: Record<string, unknown> & { id: string | number };
  name: string;
  files: readonly SnapshotBytes[];
  /** Number of the record's files that could not be read before the deletion. */
  lost: number;
}

export interface SnapshotBytes {
  field: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** A row of the trash. */
interface KeptLine {
  resource: TrashResource;
  id: string | number;
  name: string;
  by: string | null;
  keptAt: number;
}

/**
 * Stores records that were deleted at the host, encrypted, for `limits.trashDays`. `who` is the account: an account
 * does not see the deletions of another.
 */
export interface Snapshots {
  /** Stores a record and returns its key. */
  add(snapshot: Snapshot, who: string): Promise<string>;
  /** Returns the record with this id that was deleted last; undefined if there is none. */
  find(
    resource: TrashResource,
    id: string | number,
    who: string,
  ): Promise<(Snapshot & { key: string }) | undefined>;
  page(
    who: string,
    wanted: { resource: TrashResource | undefined; page: number; perPage: number },
  ): Promise<{ lines: KeptLine[]; total: number; counts: Partial<Record<TrashResource, number>> }>;
  remove(key: string): Promise<void>;
  /**
   * Removes records that contain one of these texts. The texts are lower-case, and identify a person who asked for
   * the deletion of their data.
   */
  removeWith(texts: readonly string[]): Promise<number>;
  forgetOld(): Promise<void>;
}

interface Head {
  thing: Snapshot['thing'];
  name: string;
  lost: number;
  by: string | null;
  files: FileHead[];
}

/** Metadata of a file. The bytes of all files of a record are stored together in one piece. */
export interface FileHead {
  field: string;
  name: string;
  type: string;
  size: number;
}

export function headOfFile({ bytes, ...file }: SnapshotBytes): FileHead {
  return { ...file, size: bytes.length };
}

/** Cuts the joined bytes of several files into the single files, by the sizes in `heads`. */
export function filesIn(heads: readonly FileHead[], bytes: Buffer): SnapshotBytes[] {
  let at = 0;
  return heads.map(({ size, ...file }) => {
    at += size;
    return { ...file, bytes: bytes.subarray(at - size, at) };
  });
}

/**
 * Returns the keys of the rows to remove. The first rows of the list are kept, at most `count` of them, with at most
 * `bytes` bytes in total.
 */
export function beyond(
  rows: readonly { key: string; bytes: number }[],
  { count = Number.POSITIVE_INFINITY, bytes: most }: { count?: number; bytes: number },
): string[] {
  let total = 0;
  return rows.flatMap(({ key, bytes }, index) => {
    total += Number(bytes);
    return index >= count || total > most ? [key] : [];
  });
}

/**
 * Seals and opens the parts of a snapshot. A sealed part cannot be opened as another part or as part of another
 * snapshot.
 */
function createSnapshotCodec(sealer: Sealer) {
  return {
    seal(key: string, { thing, name, files, lost }: Snapshot, who: string) {
      const by = who.startsWith('token ') ? null : who;
      const head: Head = { thing, name, lost, by, files: files.map(headOfFile) };
      return {
        head: sealer.seal(Buffer.from(JSON.stringify(head)), `keepsake ${key}`),
        files: sealer.seal(Buffer.concat(files.map(({ bytes }) => bytes)), `keepsake files ${key}`),
      };
    },
    head(row: { key: string; head: Uint8Array }): Head | undefined {
      const plain = sealer.open(row.head, `keepsake ${row.key}`);
      return plain && (JSON.parse(plain.toString()) as Head);
    },
    files(row: { key: string; files: Uint8Array }, heads: readonly FileHead[]): SnapshotBytes[] | undefined {
      const bytes = sealer.open(row.files, `keepsake files ${row.key}`);
      return bytes && filesIn(heads, bytes);
    },
  };
}

function hashOf(who: string): string {
  return createHash('sha256').update(`keepsake ${who}`).digest('base64url');
}

/** Queries rows by account and age, without opening their sealed parts. */
function createTable(db: SiteDb, now: () => number) {
  const since = () => now() - limits.trashDays * dayMs;
  const ownOf = (who: string) =>
    db.selectFrom('keepsakes').where('who', '=', hashOf(who)).where('kept_at', '>', since());

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await db.deleteFrom('keepsakes').where('key', '=', key).execute();
  }

  return {
    ownOf,
    remove,
    async countsOf(who: string): Promise<Partial<Record<TrashResource, number>>> {
      const counted = await ownOf(who)
        .select((eb) => ['resource', eb.fn.countAll<number>().as('count')])
        .groupBy('resource')
        .execute();
      return Object.fromEntries(
        trashResources.flatMap((each) => {
          const found = counted.find((row) => row.resource === each);
          return found ? [[each, Number(found.count)]] : [];
        }),
      );
    },
    async forgetOld(): Promise<void> {
      await db.deleteFrom('keepsakes').where('kept_at', '<=', since()).execute();
      const rows = await db
        .selectFrom('keepsakes')
        .select(['key', 'bytes'])
        .orderBy('kept_at', 'desc')
        .execute();
      await remove(beyond(rows, { bytes: mostBytes }));
    },
  };
}

export function createSnapshots(db: SiteDb, sealer: Sealer, now: () => number = Date.now): Snapshots {
  const codec = createSnapshotCodec(sealer);
  const table = createTable(db, now);

  return {
    async add(snapshot, who) {
      const key = randomUUID();
      const sealed = codec.seal(key, snapshot, who);
      await db
        .insertInto('keepsakes')
        .values({
          key,
          resource: snapshot.resource,
          thing_id: String(snapshot.thing.id),
          who: hashOf(who),
          kept_at: now(),
          bytes: sealed.head.length + sealed.files.length,
          ...sealed,
        })
        .execute();
      await table.forgetOld();
      return key;
    },
    async find(resource, id, who) {
      const row = await table
        .ownOf(who)
        .selectAll()
        .where('resource', '=', resource)
        .where('thing_id', '=', String(id))
        .orderBy('kept_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const head = row && codec.head(row);
      const files = head && codec.files(row, head.files);
      if (!files) return undefined;
      const { thing, name, lost } = head;
      return { key: row.key, resource, thing, name, lost, files };
    },
    async page(who, { resource, page, perPage }) {
      const counts = await table.countsOf(who);
      const own = table.ownOf(who);
      const rows = await (resource ? own.where('resource', '=', resource) : own)
        .select(['key', 'resource', 'thing_id', 'kept_at', 'head'])
        .orderBy('kept_at', 'desc')
        .orderBy('key')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      const lines = rows.map((row): KeptLine => {
        const head = codec.head(row);
        return {
          resource: row.resource as TrashResource,
          id: head?.thing.id ?? row.thing_id,
          name: head?.name ?? '',
          by: head?.by ?? null,
          keptAt: row.kept_at,
        };
      });
      const total = resource
        ? (counts[resource] ?? 0)
        : Object.values(counts).reduce((sum, each) => sum + each, 0);
      return { lines, total, counts };
    },
    remove: (key) => table.remove([key]),
    async removeWith(texts) {
      const rows = await db.selectFrom('keepsakes').select(['key', 'head']).execute();
      const found = rows.filter((row) => {
        const said = JSON.stringify(codec.head(row)?.thing ?? {}).toLowerCase();
        return texts.some((text) => said.includes(text));
      });
      await table.remove(found.map(({ key }) => key));
      return found.length;
    },
    forgetOld: table.forgetOld,
  };
}
