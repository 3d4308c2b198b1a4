import { type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { giveBackRoom, lockIntake } from '../../database/site/intake-tables.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { createClaims } from './claims.ts';
import {
  type Change,
  countIn,
  hasRoom,
  type ItemState,
  type NewItem,
  type StoredItem,
} from './stored-item.ts';

export interface StoreOptions {
  /** Other processes write there too. */
  isShared?: boolean;
  /** Bytes of suspects that are kept. */
  suspectBytes?: number;
  /** How long a form is left alone whose process has died, in milliseconds. */
  leaseMs?: number;
}

export type IntakeStore = ReturnType<typeof createIntakeStore>;

/** Suspects that are kept; the oldest goes when one more comes. */
const maxSuspects = 200;
/** Forms that are read at a time. */
const batch = 100;
/** The queue. `aside` says that a form has failed again and again: a rule of the release before, and a word for admins here. */
const queued: ItemState[] = ['waiting', 'aside'];
const byHand: ItemState[] = [...queued, 'needs_person', 'suspect'];

/** The forms that wait, on disk: what `add` has promised is there after a crash. Everything rejects when the database fails. */
export function createIntakeStore(db: SiteDb, options: StoreOptions = {}) {
  const { isShared = false, suspectBytes = limits.intakeBytes / 16, leaseMs = 10_000 } = options;
  const claims = createClaims(db, isShared, leaseMs);
  const items = () => db.selectFrom('intake_items').where('state', '<>', 'arriving');
  const change = (id: number) => db.updateTable('intake_items').where('id', '=', id);
  /** Of forms that did not arrive whole. For want of room they may have to stay until the next one comes. */
  const halves = new Set<number>();

  const removal = () => db.deleteFrom('intake_items');
  const removeItem = (id: number) => removal().where('id', '=', id).execute();

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
        .values({ ...item, bytes, state: 'arriving', ...claims.ours() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  /** Deletes forms and gives their room back; gives how many there were. */
  async function clear(forms: ReturnType<typeof removal>): Promise<number> {
    const { numDeletedRows } = await forms.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await giveBackRoom(db);
    return Number(numDeletedRows);
  }

  function suspectsTooMany() {
    const ranked = db
      .selectFrom('intake_items')
      .where('state', '=', 'suspect')
      .select(['id', sql<number>`row_number() over (order by id desc)`.as('place')])
      .select(sql<number>`sum(bytes) over (order by id desc)`.as('total'))
      .as('ranked');
    return db
      .selectFrom(ranked)
      .select('id')
      .where((eb) => eb.or([eb('place', '>', maxSuspects), eb('total', '>', suspectBytes)]));
  }

  return {
    counts: () => countIn(db),
    /**
     * Puts a form there whole or not at all; the pieces are its file, sealed, for which `fileBytes` are set aside while it arrives.
     * Undefined when there is no room for it, of what is kept at most.
     */
    async add(
      item: NewItem,
      state: ItemState,
      pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
      fileBytes = 0,
    ): Promise<number | undefined> {
      await removeHalves();
      const id = await begin(item, item.head.length + fileBytes);
      if (id === undefined) return undefined;
      const release = claims.hold(id);
      try {
        let bytes = item.head.length;
        let number = 0;
        for await (const sealed of pieces) {
          await db.insertInto('intake_pieces').values({ item_id: id, number, sealed }).execute();
          number += 1;
          bytes += sealed.length;
        }
        // From here on it is promised.
        const done = change(id).set({ state, bytes, claimed_until: 0 }).where('state', '=', 'arriving');
        const { numUpdatedRows } = await done.executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw new Error('a form took so long that it was taken for dead');
      } catch (error) {
        halves.add(id);
        await removeHalves().catch(() => {});
        throw error;
      } finally {
        release();
      }
      // It is there whatever becomes of others.
      if (state === 'suspect') await clear(removal().where('id', 'in', suspectsTooMany()));
      return id;
    },
    /** The form of the queue whose time comes first; of those that did not fail, the one that was received first. */
    next() {
      const first = items().where('state', 'in', queued).orderBy('next_at').orderBy('id').limit(1);
      return first.select(['id', 'next_at']).executeTakeFirst();
    },
    find(idOrKey: number | string): Promise<StoredItem | undefined> {
      const found = items().where(typeof idOrKey === 'number' ? 'id' : 'key', '=', idOrKey);
      return found.selectAll().executeTakeFirst();
    },
    /** One page, oldest first, and how many there are. */
    async page(page: number, perPage: number): Promise<{ items: StoredItem[]; total: number }> {
      const { total } = await items()
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const some = items()
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage);
      return { items: await some.selectAll().execute(), total: Number(total) };
    },
    /** All whose contents are needed again. */
    async *sealedItems(): AsyncIterable<StoredItem> {
      for (let after = 0; ; ) {
        const some = items().where('state', '<>', 'delivered').where('id', '>', after);
        const rows = await some.orderBy('id').limit(batch).selectAll().execute();
        yield* rows;
        after = rows.at(-1)?.id ?? 0;
        if (rows.length < batch) return;
      }
    },
    unnoticed(): Promise<StoredItem[]> {
      const found = items().where('state', '=', 'needs_person').where('is_noticed', '=', 0);
      return found.orderBy('id').selectAll().execute();
    },
    async *piecesOf(id: number): AsyncIterable<Uint8Array> {
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
    /**
     * Writes down that an attempt begins. Undefined when there is nothing to send, or when somebody is just sending it. By hand one is
     * sent that is not in the queue, too.
     */
    async claim(
      id: number,
      { isByHand, honoursKeys }: { isByHand: boolean; honoursKeys: boolean },
    ): Promise<(StoredItem & { release: () => void }) | undefined> {
      const row = await change(id)
        .set({ is_sending: 1, attempts: sql`attempts + 1`, ...claims.ours() })
        // A process that was sending it did not get to write down what came of that.
        .$if(!honoursKeys, (update) =>
          update.set({ may_be_twice: sql`case when is_sending = 1 then 1 else may_be_twice end` }),
        )
        .where('state', 'in', isByHand ? byHand : queued)
        .where(sql<SqlBool>`(is_sending = 0 or ${claims.isOurs} or ${claims.isDead})`)
        .returningAll()
        .executeTakeFirst();
      return row && { ...row, release: claims.hold(id) };
    },
    /** Writes down what came of the attempt, unless the form is somebody else's by now. */
    async settle(id: number, settled: Change): Promise<void> {
      const done = change(id).set({ ...settled, is_sending: 0, claimed_until: 0 });
      await done.where('is_sending', '=', 1).where(claims.isOurs).execute();
    },
    async update(id: number, given: Change): Promise<void> {
      await change(id).set(given).execute();
    },
    /** The host has it, perhaps twice: what it said goes, that it was there stays. */
    async empty(id: number): Promise<void> {
      const nothing = { bytes: 0, head: Buffer.alloc(0), problem: null };
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('intake_pieces').where('item_id', '=', id).execute();
        await transaction
          .updateTable('intake_items')
          .set({ state: 'delivered', is_sending: 0, may_be_twice: 1, claimed_until: 0, ...nothing })
          .where('id', '=', id)
          .execute();
      });
      await giveBackRoom(db);
    },
    async remove(id: number): Promise<void> {
      await removeItem(id);
      await giveBackRoom(db);
    },
    /** Ends the work of processes that are gone: forms that did not arrive whole, and attempts that did not end. */
    async clearUp(honoursKeys: boolean): Promise<void> {
      await removeHalves();
      await removal().where('state', '=', 'arriving').where(claims.isDead).execute();
      await db
        .updateTable('intake_items')
        .set({ is_sending: 0, ...(!honoursKeys && { may_be_twice: 1 }) })
        .where('is_sending', '=', 1)
        .where('state', 'in', byHand)
        .where(claims.isDead)
        .execute();
    },
    /** Removes what is done or suspect since before then. */
    forget: (before: number): Promise<number> =>
      clear(removal().where('state', 'in', ['delivered', 'suspect']).where('received_at', '<', before)),
  };
}
