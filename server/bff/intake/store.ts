import { type DeleteQueryBuilder, type DeleteResult, type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { lockIntake, truncateLog } from '../../database/site/intake-tables.ts';
import type { SiteDb, SiteTables } from '../../database/site-types.ts';
import { type Claims, createClaims } from './claims.ts';
import {
  type Change,
  countIn,
  hasRoom,
  type IntakeCounts,
  type ItemState,
  type NewItem,
  type StoredItem,
} from './stored-item.ts';

interface StoreOptions {
  /** True if other processes write to the database too. */
  isShared?: boolean;
  /** Maximum total size of the suspect forms, in bytes. */
  suspectBytes?: number;
  /** After this many milliseconds another process may claim the forms of a dead process. */
  leaseMs?: number;
}

/**
 * Maximum number of suspect forms (probably sent by robots) that are stored; when there are more, the oldest are
 * deleted.
 */
const maxSuspects = 200;
/** Number of forms that are read at a time. */
const batch = 100;
/**
 * The states of forms in the queue. A form in the state `aside` has failed repeatedly; it is delivered like a waiting
 * one.
 */
const queued: ItemState[] = ['waiting', 'aside'];
/** The states from which an admin can send a form. */
const byHand: ItemState[] = [...queued, 'needs_person', 'suspect'];

/**
 * Stores the waiting forms on disk: a form that `add` has accepted survives a crash. Every method rejects when the
 * database fails.
 */
export class IntakeStore {
  readonly #db: SiteDb;
  readonly #claims: Claims;
  readonly #suspectBytes: number;
  /**
   * Ids of incompletely received forms that still have to be deleted. A full disk may prevent their deletion until
   * the next form arrives.
   */
  readonly #incomplete = new Set<number>();

  constructor(db: SiteDb, options: StoreOptions = {}) {
    const { isShared = false, suspectBytes = limits.intakeBytes / 16, leaseMs = 10_000 } = options;
    this.#db = db;
    this.#claims = createClaims(db, isShared, leaseMs);
    this.#suspectBytes = suspectBytes;
  }

  /**
   * Stores a form completely or not at all, and returns its id; undefined when the intake is full. `pieces` are the
   * sealed pieces of its file, for which `fileBytes` are reserved during the transfer.
   */
  async add(
    item: NewItem,
    state: ItemState,
    pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
    fileBytes = 0,
  ): Promise<number | undefined> {
    await this.#removeIncomplete();
    const id = await this.#reserve(item, item.head.length + fileBytes);
    if (id === undefined) return undefined;
    const release = this.#claims.hold(id);
    try {
      const bytes = item.head.length + (await this.#addPieces(id, pieces));
      await this.#commit(id, state, bytes);
    } catch (error) {
      this.#incomplete.add(id);
      await this.#removeIncomplete().catch(() => {});
      throw error;
    } finally {
      release();
    }
    // Runs after the commit, so that the new form is stored even if older suspect forms cannot be deleted.
    if (state === 'suspect') await this.#removeExcessSuspects();
    return id;
  }

  /**
   * Inserts the form without its file, and returns its id; undefined when the intake is full. A lock ensures that
   * only one process at a time checks whether there is room.
   */
  #reserve(item: NewItem, bytes: number): Promise<number | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockIntake(transaction);
      if (!hasRoom(await countIn(transaction), bytes)) return undefined;
      const { id } = await transaction
        .insertInto('intake_items')
        .values({ ...item, bytes, state: 'arriving', ...this.#claims.ours() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  /** Stores the pieces of a file, and returns the number of bytes. */
  async #addPieces(id: number, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
    let bytes = 0;
    let number = 0;
    for await (const sealed of pieces) {
      await this.#db.insertInto('intake_pieces').values({ item_id: id, number, sealed }).execute();
      number += 1;
      bytes += sealed.length;
    }
    return bytes;
  }

  /** Marks a form as completely received: from now on the sender can rely on it. */
  async #commit(id: number, state: ItemState, bytes: number): Promise<void> {
    const { numUpdatedRows } = await this.#change(id)
      .set({ state, bytes, claimed_until: 0 })
      .where('state', '=', 'arriving')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new Error('the row of an arriving form was removed: receiving the form took too long');
  }

  async #removeIncomplete(): Promise<void> {
    for (const id of this.#incomplete) {
      await this.#removal().where('id', '=', id).execute();
      this.#incomplete.delete(id);
    }
  }

  /** Deletes the oldest suspect forms, as far as suspect forms exceed their maximum number or total size. */
  async #removeExcessSuspects(): Promise<void> {
    const ranked = this.#db
      .selectFrom('intake_items')
      .where('state', '=', 'suspect')
      .select(['id', sql<number>`row_number() over (order by id desc)`.as('place')])
      .select(sql<number>`sum(bytes) over (order by id desc)`.as('total'))
      .as('ranked');
    const excess = this.#db
      .selectFrom(ranked)
      .select('id')
      .where((eb) => eb.or([eb('place', '>', maxSuspects), eb('total', '>', this.#suspectBytes)]));
    await this.#clear(this.#removal().where('id', 'in', excess));
  }

  counts(): Promise<IntakeCounts> {
    return countIn(this.#db);
  }

  /** Returns the queued form that is due first. Among forms that have never failed, the oldest comes first. */
  next(): Promise<Pick<StoredItem, 'id' | 'next_at'> | undefined> {
    return this.#items()
      .select(['id', 'next_at'])
      .where('state', 'in', queued)
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  }

  find(idOrKey: number | string): Promise<StoredItem | undefined> {
    return this.#items()
      .selectAll()
      .where(typeof idOrKey === 'number' ? 'id' : 'key', '=', idOrKey)
      .executeTakeFirst();
  }

  /** Reads one page, oldest first, and the total number of forms. */
  async page(page: number, perPage: number): Promise<{ items: StoredItem[]; total: number }> {
    const { total } = await this.#items()
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const items = await this.#items()
      .selectAll()
      .orderBy('id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute();
    return { items, total: Number(total) };
  }

  /** Yields all forms whose contents are still stored, oldest first. */
  async *sealedItems(): AsyncIterable<StoredItem> {
    for (let after = 0; ; ) {
      const rows = await this.#items()
        .selectAll()
        .where('state', '<>', 'delivered')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batch)
        .execute();
      yield* rows;
      after = rows.at(-1)?.id ?? 0;
      if (rows.length < batch) return;
    }
  }

  /** Returns the forms that need a person and about which no mail has been sent. */
  unnoticed(): Promise<StoredItem[]> {
    return this.#items()
      .selectAll()
      .where('state', '=', 'needs_person')
      .where('is_noticed', '=', 0)
      .orderBy('id')
      .execute();
  }

  /**
   * Yields the sealed file of a form, with one query per piece: the reader may be slow, and other queries run in
   * between.
   */
  async *piecesOf(id: number): AsyncIterable<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const row = await this.#db
        .selectFrom('intake_pieces')
        .select('sealed')
        .where('item_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst();
      if (!row) return;
      yield row.sealed;
    }
  }

  /**
   * Claims a form and records that an attempt begins. Returns undefined when there is nothing to send, or when
   * another process is sending the form. An admin (`isByHand`) can also send a form that is not in the queue.
   */
  async claim(
    id: number,
    { isByHand, honoursKeys }: { isByHand: boolean; honoursKeys: boolean },
  ): Promise<(StoredItem & { release: () => void }) | undefined> {
    const { ours, isOurs, isDead, hold } = this.#claims;
    const row = await this.#change(id)
      .set({ is_sending: 1, attempts: sql`attempts + 1`, ...ours() })
      // `is_sending` is still set if a process died while it sent the form. The host may already have that form, so
      // `may_be_twice` is set.
      .$if(!honoursKeys, (update) =>
        update.set({ may_be_twice: sql`case when is_sending = 1 then 1 else may_be_twice end` }),
      )
      .where('state', 'in', isByHand ? byHand : queued)
      .where(sql<SqlBool>`(is_sending = 0 or ${isOurs} or ${isDead})`)
      .returningAll()
      .executeTakeFirst();
    return row && { ...row, release: hold(id) };
  }

  /** Records the outcome of an attempt, unless another process has claimed the form in the meantime. */
  async settle(id: number, outcome: Change): Promise<void> {
    await this.#change(id)
      .set({ ...outcome, is_sending: 0, claimed_until: 0 })
      .where('is_sending', '=', 1)
      .where(this.#claims.isOurs)
      .execute();
  }

  async update(id: number, change: Change): Promise<void> {
    await this.#change(id).set(change).execute();
  }

  /**
   * Deletes the contents of a delivered form that the host may have received twice; a record of the delivery remains.
   */
  async empty(id: number): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('intake_pieces').where('item_id', '=', id).execute();
      await transaction
        .updateTable('intake_items')
        .set({
          state: 'delivered',
          is_sending: 0,
          may_be_twice: 1,
          claimed_until: 0,
          bytes: 0,
          head: Buffer.alloc(0),
          problem: null,
        })
        .where('id', '=', id)
        .execute();
    });
    await truncateLog(this.#db);
  }

  async remove(id: number): Promise<void> {
    await this.#removal().where('id', '=', id).execute();
    await truncateLog(this.#db);
  }

  /**
   * Cleans up after dead processes: deletes the forms that they received incompletely, and ends their attempts.
   * Without `honoursKeys`, the host may receive the forms of these attempts twice, which is recorded.
   */
  async clearUp(honoursKeys: boolean): Promise<void> {
    await this.#removeIncomplete();
    await this.#removal().where('state', '=', 'arriving').where(this.#claims.isDead).execute();
    await this.#db
      .updateTable('intake_items')
      .set({ is_sending: 0, ...(!honoursKeys && { may_be_twice: 1 }) })
      .where('is_sending', '=', 1)
      .where('state', 'in', byHand)
      .where(this.#claims.isDead)
      .execute();
  }

  /**
   * Deletes delivered and suspect forms that were received before the given time (milliseconds since 1970); returns
   * the number of deleted forms.
   */
  forget(before: number): Promise<number> {
    const removal = this.#removal().where('state', 'in', ['delivered', 'suspect']);
    return this.#clear(removal.where('received_at', '<', before));
  }

  /** Selects the forms that have been received completely. */
  #items() {
    return this.#db.selectFrom('intake_items').where('state', '<>', 'arriving');
  }

  #change(id: number) {
    return this.#db.updateTable('intake_items').where('id', '=', id);
  }

  #removal() {
    return this.#db.deleteFrom('intake_items');
  }

  /** Deletes forms and frees their space on disk; returns the number of deleted forms. */
  async #clear(removal: DeleteQueryBuilder<SiteTables, 'intake_items', DeleteResult>): Promise<number> {
    const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) await truncateLog(this.#db);
    return Number(numDeletedRows);
  }
}
