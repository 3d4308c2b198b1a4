import { type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { giveBackRoom, lockIntake } from '../../database/site/intake-tables.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { createClaims } from './claims.ts';
import {
  type Change,
  columnsOf,
  countIn,
  hasRoom,
  type IntakeCounts,
  type ItemState,
  itemOf,
  type NewItem,
  rowOf,
  type StoredItem,
} from './stored-item.ts';

/** The forms that wait, on disk: what `add` has promised is there after a crash. Everything rejects when the database fails. */
export interface IntakeStore {
  /**
   * Puts a form there whole or not at all; the pieces are its file, sealed, for which `fileBytes` are set aside while it arrives.
   * Undefined when there is no room for it, of what is kept at most.
   */
  add(
    item: NewItem,
    state: ItemState,
    pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
    fileBytes?: number,
  ): Promise<number | undefined>;
  /** The first of those that wait behind that one, in the order in which they were received. */
  firstWaiting(behind?: number): Promise<StoredItem | undefined>;
  /** Of those that stepped aside the one whose time has come, or comes next. */
  firstAside(): Promise<StoredItem | undefined>;
  find(idOrKey: number | string): Promise<StoredItem | undefined>;
  /** One page, oldest first, and how many there are. */
  page(page: number, perPage: number): Promise<{ items: StoredItem[]; total: number }>;
  /** All whose contents are needed again. */
  sealedItems(): AsyncIterable<StoredItem>;
  unnoticed(): Promise<StoredItem[]>;
  piecesOf(id: number): AsyncIterable<Uint8Array>;
  /**
   * Writes down that an attempt begins. Undefined when there is nothing to send, or when somebody is just sending it. By hand one is sent
   * that does not wait for the host, too.
   */
  claim(
    id: number,
    options: { isByHand: boolean; honoursKeys: boolean },
  ): Promise<(StoredItem & { release: () => void }) | undefined>;
  /** Writes down what came of the attempt. False when the form is not ours any more. */
  settle(id: number, change: Change): Promise<boolean>;
  update(id: number, change: Change): Promise<void>;
  /** The host has it, perhaps twice: what it said goes, that it was there stays. */
  empty(id: number): Promise<void>;
  remove(id: number): Promise<void>;
  /** What processes have left behind that are gone: forms that did not arrive whole, and attempts that did not end. */
  clearUp(honoursKeys: boolean): Promise<void>;
  /** Removes what is done or suspect since before then. */
  forget(before: number): Promise<number>;
  /** As they are, or on a database that others write to as they were a second ago. */
  counts(): Promise<IntakeCounts>;
  /** Rejects when the forms cannot be read. */
  probe(): Promise<void>;
}

export interface StoreOptions {
  /** Other processes write there too. */
  isShared?: boolean;
  /** Bytes of suspects that are kept. */
  suspectBytes?: number;
  /** How long a form is left alone whose process has died, in milliseconds. */
  leaseMs?: number;
}

/** Suspects that are kept; the oldest goes when one more comes. */
const maxSuspects = 200;
const countedMs = 1_000;
/** Forms that are read at a time. */
const batch = 100;

export function createIntakeStore(db: SiteDb, options: StoreOptions = {}): IntakeStore {
  const { isShared = false, suspectBytes = limits.intakeBytes / 16, leaseMs = 10_000 } = options;
  const claims = createClaims(db, isShared, leaseMs);
  const items = () => db.selectFrom('intake_items').selectAll();
  const change = (id: number) => db.updateTable('intake_items').where('id', '=', id);
  let counted: { counts: Promise<IntakeCounts>; at: number } | undefined;
  /** Of forms that did not arrive whole. For want of room they may have to stay until the next one comes. */
  const halves = new Set<number>();

  /** Does a write, after which forms are counted anew. */
  async function write<Result>(work: Promise<Result>): Promise<Result> {
    return work.finally(() => {
      counted = undefined;
    });
  }

  const removeItem = (id: number) => write(db.deleteFrom('intake_items').where('id', '=', id).execute());

  async function one(found: Promise<Parameters<typeof itemOf>[0] | undefined>) {
    const row = await found;
    return row && itemOf(row);
  }

  async function removeHalves(): Promise<void> {
    for (const id of halves) {
      await removeItem(id);
      halves.delete(id);
    }
  }

  /** The form without its file; undefined when there is no room. One after the other, over all processes. */
  function begin(item: NewItem, bytes: number): Promise<number | undefined> {
    return db.transaction().execute(async (transaction) => {
      await lockIntake(transaction);
      if (!hasRoom(await countIn(transaction), bytes)) return undefined;
      const { id } = await transaction
        .insertInto('intake_items')
        .values({ ...rowOf(item), bytes, state: 'arriving', ...claims.ours() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  async function forgetSuspects(): Promise<void> {
    const ranked = db
      .selectFrom('intake_items')
      .where('state', '=', 'suspect')
      .select(['id', sql<number>`row_number() over (order by id desc)`.as('place')])
      .select(sql<number>`sum(bytes) over (order by id desc)`.as('total'))
      .as('ranked');
    const over = db
      .selectFrom(ranked)
      .select('id')
      .where((eb) => eb.or([eb('place', '>', maxSuspects), eb('total', '>', suspectBytes)]));
    const { numDeletedRows } = await write(
      db.deleteFrom('intake_items').where('id', 'in', over).executeTakeFirstOrThrow(),
    );
    if (numDeletedRows > 0n) await giveBackRoom(db);
  }

  return {
    async counts() {
      if (counted && !(isShared && performance.now() - counted.at > countedMs)) return counted.counts;
      const current = { counts: countIn(db), at: performance.now() };
      counted = current;
      current.counts.catch(() => {
        if (counted === current) counted = undefined;
      });
      return current.counts;
    },
    async add(item, state, given, fileBytes = 0) {
      await removeHalves();
      const id = await write(begin(item, item.head.length + fileBytes));
      if (id === undefined) return undefined;
      const release = claims.hold(id);
      try {
        let bytes = item.head.length;
        let number = 0;
        for await (const sealed of given) {
          await db.insertInto('intake_pieces').values({ item_id: id, number, sealed }).execute();
          number += 1;
          bytes += sealed.length;
        }
        // From here on it is promised.
        const done = change(id).set({ state, bytes, claimed_until: 0 }).where('state', '=', 'arriving');
        const { numUpdatedRows } = await write(done.executeTakeFirstOrThrow());
        if (numUpdatedRows === 0n) throw new Error('a form took so long that it was taken for dead');
      } catch (error) {
        halves.add(id);
        await removeHalves().catch(() => {});
        throw error;
      } finally {
        release();
      }
      // It is there whatever becomes of others.
      if (state === 'suspect') await forgetSuspects();
      return id;
    },
    async firstWaiting(behind = 0) {
      const first = items().where('state', '=', 'waiting').where('id', '>', behind).orderBy('id').limit(1);
      return one(first.executeTakeFirst());
    },
    async firstAside() {
      const first = items().where('state', '=', 'aside').orderBy('next_at').orderBy('id').limit(1);
      return one(first.executeTakeFirst());
    },
    async find(which) {
      const found = items().where(typeof which === 'number' ? 'id' : 'key', '=', which);
      return one(found.where('state', '<>', 'arriving').executeTakeFirst());
    },
    async page(page, perPage) {
      const { total } = await db
        .selectFrom('intake_items')
        .where('state', '<>', 'arriving')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await items()
        .where('state', '<>', 'arriving')
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      return { items: rows.map((row) => itemOf(row)), total: Number(total) };
    },
    async *sealedItems() {
      for (let after = 0; ; ) {
        const some = items().where('state', 'not in', ['arriving', 'delivered']).where('id', '>', after);
        const rows = await some.orderBy('id').limit(batch).execute();
        for (const row of rows) yield itemOf(row);
        after = rows.at(-1)?.id ?? 0;
        if (rows.length < batch) return;
      }
    },
    async unnoticed() {
      const rows = items().where('state', '=', 'needs_person').where('is_noticed', '=', 0).orderBy('id');
      return (await rows.execute()).map((row) => itemOf(row));
    },
    async *piecesOf(id) {
      // One by one: between two of them whoever sends the form may wait long, and others write.
      for (let number = 0; ; number += 1) {
        const row = await db
          .selectFrom('intake_pieces')
          .select('sealed')
          .where('item_id', '=', id)
          .where('number', '=', number)
          .executeTakeFirst();
        if (!row) return;
        yield row.sealed;
      }
    },
    async claim(id, { isByHand, honoursKeys }) {
      const states: ItemState[] = [
        'waiting',
        'aside',
        ...(isByHand ? (['needs_person', 'suspect'] as const) : []),
      ];
      const row = await change(id)
        .set({ is_sending: 1, attempts: sql`attempts + 1`, ...claims.ours() })
        // Who was sending it did not get to write down what came of that.
        .$if(!honoursKeys, (update) =>
          update.set({ may_be_twice: sql`case when is_sending = 1 then 1 else may_be_twice end` }),
        )
        .where('state', 'in', states)
        .where(sql<SqlBool>`(is_sending = 0 or ${claims.isOurs} or ${claims.isDead})`)
        .returningAll()
        .executeTakeFirst();
      return row && { ...itemOf(row), release: claims.hold(id) };
    },
    async settle(id, given) {
      const settled = change(id).set({ ...columnsOf(given), is_sending: 0, claimed_until: 0 });
      const mine = settled.where('is_sending', '=', 1).where(claims.isOurs);
      return (await write(mine.executeTakeFirstOrThrow())).numUpdatedRows > 0n;
    },
    async update(id, given) {
      await write(change(id).set(columnsOf(given)).execute());
    },
    async empty(id) {
      const nothing = { bytes: 0, head: Buffer.alloc(0), problem: null };
      const emptied = db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('intake_pieces').where('item_id', '=', id).execute();
        await transaction
          .updateTable('intake_items')
          .set({ state: 'delivered', is_sending: 0, may_be_twice: 1, claimed_until: 0, ...nothing })
          .where('id', '=', id)
          .execute();
      });
      await write(emptied);
      await giveBackRoom(db);
    },
    async remove(id) {
      await removeItem(id);
      await giveBackRoom(db);
    },
    async clearUp(honoursKeys) {
      await removeHalves();
      const half = db.deleteFrom('intake_items').where('state', '=', 'arriving').where(claims.isDead);
      await write(half.execute());
      await db
        .updateTable('intake_items')
        .set({ is_sending: 0, ...(!honoursKeys && { may_be_twice: 1 }) })
        .where('is_sending', '=', 1)
        .where('state', 'in', ['waiting', 'aside', 'needs_person', 'suspect'])
        .where(claims.isDead)
        .execute();
    },
    async forget(before) {
      const { numDeletedRows } = await write(
        db
          .deleteFrom('intake_items')
          .where('state', 'in', ['delivered', 'suspect'])
          .where('received_at', '<', before)
          .executeTakeFirstOrThrow(),
      );
      if (numDeletedRows > 0n) await giveBackRoom(db);
      return Number(numDeletedRows);
    },
    probe: async () => void (await countIn(db)),
  };
}
