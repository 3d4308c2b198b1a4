import { DatabaseSync } from 'node:sqlite';
import { limits } from '#shared/limits.ts';
import { makePrivateFile } from '../../data-dir.ts';
import { forgetLargeSuspects, forgetOldSuspects, intakeSchema } from './store-schema.ts';

/** As in `intakeItemSchema`; `arriving` is one whose bytes are not all there, which nobody was told of. */
type ItemState = 'arriving' | 'waiting' | 'aside' | 'needs_person' | 'suspect' | 'delivered';

/** A form that waits. What it says is sealed; nothing else here tells who sent it. Times are milliseconds since 1970. */
export interface StoredItem {
  id: number;
  /** The Idempotency-Key of every attempt. */
  key: string;
  reference: string;
  /** Name of the contract row. */
  call: string;
  receivedAt: number;
  state: ItemState;
  /** All attempts, and those that may be the fault of the form itself. */
  attempts: number;
  failures: number;
  nextAt: number;
  /** An attempt has begun and did not end: a crash. */
  isSending: boolean;
  mayBeTwice: boolean;
  /** Whoever runs the site was told that it needs them. */
  isNoticed: boolean;
  head: Uint8Array;
  /** What came of the last attempt, sealed: a host may repeat what somebody typed. */
  problem: Uint8Array | null;
}

type NewItem = Pick<
  StoredItem,
  'key' | 'reference' | 'call' | 'receivedAt' | 'mayBeTwice' | 'head' | 'problem'
>;
type Change = Partial<
  Pick<
    StoredItem,
    | 'state'
    | 'attempts'
    | 'failures'
    | 'nextAt'
    | 'isSending'
    | 'mayBeTwice'
    | 'isNoticed'
    | 'head'
    | 'problem'
    | 'call'
  >
>;

export interface IntakeCounts {
  waiting: number;
  aside: number;
  needsPerson: number;
  suspect: number;
  /** Of which not all bytes are there yet. */
  arriving: number;
  /** Of all. */
  bytes: number;
  /** When the oldest of those that wait for the host was received. */
  oldestAt: number | undefined;
}

/** The forms that wait, on disk: what `add` has promised is there after a crash. */
export interface IntakeStore {
  /** False when there is no room for so many bytes more, of what is kept here at most. */
  hasRoom(bytes: number): boolean;
  /**
   * Puts a form there whole or not at all; the pieces are its file, sealed, for which `fileBytes` are set aside while it arrives.
   * Rejects when the disk fails.
   */
  add(
    item: NewItem,
    state: ItemState,
    pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
    fileBytes?: number,
  ): Promise<number>;
  /** The first of those that wait behind that one, in the order in which they were received. */
  firstWaiting(behind?: number): StoredItem | undefined;
  /** Of those that stepped aside the one whose time has come, or comes next. */
  firstAside(): StoredItem | undefined;
  find(id: number): StoredItem | undefined;
  /** One page, oldest first, and how many there are. */
  page(page: number, perPage: number): { items: StoredItem[]; total: number };
  /** All whose contents are needed again. */
  sealedItems(): Iterable<StoredItem>;
  unnoticed(): StoredItem[];
  piecesOf(id: number): Iterable<Uint8Array>;
  update(id: number, change: Change): void;
  /** The host has it, perhaps twice: what it said goes, that it was there stays. */
  empty(id: number): void;
  remove(id: number): void;
  /** Removes what is done or suspect since before then. */
  forget(before: number): number;
  counts(): IntakeCounts;
  probe(): void;
  close(): void;
}

/** How long a statement waits for another process that reads or writes the file, in milliseconds. */
const busyMs = 5_000;
/** Suspects that are kept; the oldest goes when one more comes. */
const maxSuspects = 200;

const columns: Record<keyof Change | 'receivedAt', string> = {
  state: 'state',
  attempts: 'attempts',
  failures: 'failures',
  nextAt: 'next_at',
  isSending: 'is_sending',
  mayBeTwice: 'may_be_twice',
  isNoticed: 'is_noticed',
  head: 'head',
  problem: 'problem',
  call: 'call',
  receivedAt: 'received_at',
};

/** Opens, or makes, the file. Forms whose bytes did not all arrive before a crash go: nobody was told that they are here. */
export function openIntakeStore(file: string, suspectBytes = limits.intakeBytes / 16): IntakeStore {
  makePrivateFile(file);
  const db = new DatabaseSync(file, { timeout: busyMs, enableForeignKeyConstraints: true });
  // What is deleted is overwritten, and its room given back.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec('PRAGMA secure_delete = ON;');
  db.exec(intakeSchema);
  db.exec("DELETE FROM items WHERE state = 'arriving'");

  const one = (condition: string) => db.prepare(`SELECT * FROM items WHERE ${condition} LIMIT 1`);
  const waiting = one("state = 'waiting' AND id > ? ORDER BY id");
  const aside = one("state = 'aside' ORDER BY next_at, id");
  const byId = one("id = ? AND state <> 'arriving'");
  const sums = db.prepare(
    'SELECT state, count(*) AS total, sum(bytes) AS bytes, min(received_at) AS oldest FROM items GROUP BY state',
  );
  const insert = db.prepare(
    `INSERT INTO items (key, reference, call, received_at, state, may_be_twice, bytes, head, problem)
     VALUES (?, ?, ?, ?, 'arriving', ?, ?, ?, ?)`,
  );
  const insertPiece = db.prepare('INSERT INTO pieces (item_id, number, sealed) VALUES (?, ?, ?)');
  const complete = db.prepare('UPDATE items SET state = ?, bytes = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM items WHERE id = ?');
  const piece = db.prepare('SELECT sealed FROM pieces WHERE item_id = ? AND number = ?');
  const oldSuspects = db.prepare(forgetOldSuspects);
  const largeSuspects = db.prepare(forgetLargeSuspects);
  /** What was deleted still stands in the log until that is cut. Nobody is waited for: a backup that reads does not stop us. */
  const giveBackRoom = () => {
    db.exec('PRAGMA incremental_vacuum; PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE);');
    db.exec(`PRAGMA busy_timeout = ${busyMs}`);
  };

  function counts(): IntakeCounts {
    const found = new Map(sums.all().map((row) => [String(row.state), row]));
    const total = (state: ItemState) => Number(found.get(state)?.total ?? 0);
    const oldest = (['waiting', 'aside'] as const).map((state) => found.get(state)?.oldest ?? undefined);
    const times = oldest.filter((time) => time !== undefined).map(Number);
    return {
      waiting: total('waiting'),
      aside: total('aside'),
      needsPerson: total('needs_person'),
      suspect: total('suspect'),
      arriving: total('arriving'),
      bytes: [...found.values()].reduce((sum, row) => sum + Number(row.bytes), 0),
      oldestAt: times.length > 0 ? Math.min(...times) : undefined,
    };
  }

  /** Of forms that did not arrive whole. For want of room they may have to stay until the next one comes. */
  const halves = new Set<number>();
  const removeHalves = () => {
    for (const id of halves) if (remove.run(id)) halves.delete(id);
  };

  return {
    counts,
    hasRoom(bytes) {
      const now = counts();
      const items = now.waiting + now.aside + now.needsPerson + now.arriving;
      return items < limits.intakeItems && now.bytes + bytes <= limits.intakeBytes;
    },
    async add(item, state, given, fileBytes = 0) {
      const { key, reference, call, receivedAt, mayBeTwice, head, problem } = item;
      removeHalves();
      const told = [key, reference, call, receivedAt, Number(mayBeTwice)];
      const { lastInsertRowid } = insert.run(...told, head.length + fileBytes, head, problem);
      const id = Number(lastInsertRowid);
      try {
        let bytes = head.length;
        let number = 0;
        for await (const piece of given) {
          insertPiece.run(id, number, piece);
          number += 1;
          bytes += piece.length;
        }
        // From here on it is promised.
        complete.run(state, bytes, id);
      } catch (error) {
        halves.add(id);
        try {
          removeHalves();
        } catch {}
        throw error;
      }
      if (state === 'suspect') {
        const old = Number(oldSuspects.run(maxSuspects).changes);
        if (old + Number(largeSuspects.run(suspectBytes).changes) > 0) giveBackRoom();
      }
      return id;
    },
    firstWaiting: (behind = 0) => itemOf(waiting.get(behind)),
    firstAside: () => itemOf(aside.get()),
    find: (id) => itemOf(byId.get(id)),
    page(page, perPage) {
      const total = Number(
        db.prepare("SELECT count(*) AS total FROM items WHERE state <> 'arriving'").get()?.total,
      );
      const rows = db
        .prepare("SELECT * FROM items WHERE state <> 'arriving' ORDER BY id LIMIT ? OFFSET ?")
        .all(perPage, (page - 1) * perPage);
      return { items: rows.map(itemOf).filter((item) => item !== undefined), total };
    },
    *sealedItems() {
      const all = db.prepare("SELECT * FROM items WHERE state NOT IN ('arriving', 'delivered') ORDER BY id");
      for (const row of all.iterate()) yield itemOf(row) as StoredItem;
    },
    unnoticed() {
      const rows = db.prepare(
        "SELECT * FROM items WHERE state = 'needs_person' AND is_noticed = 0 ORDER BY id",
      );
      return rows.all().map((row) => itemOf(row) as StoredItem);
    },
    *piecesOf(id) {
      // One by one: between two of them whoever sends the form may wait long, and others write.
      for (let number = 0; ; number += 1) {
        const row = piece.get(id, number);
        if (!row) return;
        yield row.sealed as Uint8Array;
      }
    },
    update(id, change) {
      const names = Object.keys(change) as (keyof Change)[];
      const values = names.map((name) => {
        const value = change[name];
        return typeof value === 'boolean' ? Number(value) : (value ?? null);
      });
      const sets = names.map((name) => `${columns[name]} = ?`).join(', ');
      db.prepare(`UPDATE items SET ${sets} WHERE id = ?`).run(...values, id);
    },
    empty(id) {
      db.exec('BEGIN IMMEDIATE');
      try {
        db.prepare('DELETE FROM pieces WHERE item_id = ?').run(id);
        db.prepare(
          "UPDATE items SET state = 'delivered', is_sending = 0, bytes = 0, head = x'', problem = NULL WHERE id = ?",
        ).run(id);
        db.exec('COMMIT');
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
      giveBackRoom();
    },
    remove(id) {
      remove.run(id);
      giveBackRoom();
    },
    forget(before) {
      const { changes } = db
        .prepare("DELETE FROM items WHERE state IN ('delivered', 'suspect') AND received_at < ?")
        .run(before);
      if (changes > 0) giveBackRoom();
      return Number(changes);
    },
    probe: () => void sums.all(),
    close: () => db.close(),
  };
}

function itemOf(row: Record<string, unknown> | undefined): StoredItem | undefined {
  if (!row) return undefined;
  return {
    id: Number(row.id),
    key: String(row.key),
    reference: String(row.reference),
    call: String(row.call),
    receivedAt: Number(row.received_at),
    state: row.state as ItemState,
    attempts: Number(row.attempts),
    failures: Number(row.failures),
    nextAt: Number(row.next_at),
    isSending: row.is_sending === 1,
    mayBeTwice: row.may_be_twice === 1,
    isNoticed: row.is_noticed === 1,
    head: row.head as Uint8Array,
    problem: (row.problem as Uint8Array | null) ?? null,
  };
}
