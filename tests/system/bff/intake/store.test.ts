import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { IntakeStore } from '../../../../server/bff/intake/store.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import type { Databases } from '../../../../server/database/state.ts';

const log = pino({ level: 'silent' });
const full = limits.intakeBytes;

let folder: string;
let databases: Databases;
let db: SiteDb;
let store: IntakeStore;

async function open(): Promise<void> {
  databases = await openDatabases({ DATA_DIR: folder, DATABASE_URL: undefined }, log);
  db = await databases.openIntake();
  store = new IntakeStore(db);
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'intake-'));
  await open();
});
afterEach(async () => {
  await databases.close();
  rmSync(folder, { recursive: true });
});

const form = (key: string, head = Buffer.from('head')) => ({
  ...{ key, reference: key, call: 'contactUs', received_at: 1, may_be_twice: 0, head, problem: null },
});

/** A file whose remaining bytes arrive when `go` is called; with an error, the stream fails. */
function slow() {
  let go = (_error?: Error) => {};
  let begin = () => {};
  const rest = new Promise<void>((resolve, reject) => {
    go = (error) => (error ? reject(error) : resolve());
  });
  rest.catch(() => {});
  /** Resolves when the space is reserved and the first piece is read. */
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  async function* pieces() {
    begin();
    yield Buffer.alloc(10);
    await rest;
    yield Buffer.alloc(10);
  }
  return { pieces: pieces(), begun, go };
}

async function fileOf(id: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of store.piecesOf(id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('the store', () => {
  it('keeps nothing of a form whose bytes did not all arrive', async () => {
    const { pieces, go } = slow();
    go(new Error('the disk'));
    await expect(store.add(form('k'), 'waiting', pieces)).rejects.toThrow('the disk');
    expect(await store.counts()).toMatchObject({ waiting: 0, arriving: 0, bytes: 0 });
    expect(await store.add(form('k'), 'waiting', [])).toBeGreaterThan(0);
  });

  it('has room for so many forms and bytes, and gives it back', async () => {
    const ofBytes = (key: string, bytes: number) => store.add(form(key), 'waiting', [], bytes - 4);
    expect(await ofBytes('A', full + 1)).toBeUndefined();
    const { pieces, begun, go } = slow();
    const whole = store.add(form('A'), 'waiting', pieces, full - 4);
    await begun;
    expect(await ofBytes('B', 4)).toBeUndefined();
    go();
    await store.remove((await whole) ?? 0);
    expect(await ofBytes('B', full)).toBeGreaterThan(0);
    const { intakeItems } = limits;
    Object.assign(limits, { intakeItems: 1 });
    try {
      expect(await ofBytes('C', 4)).toBeUndefined();
    } finally {
      Object.assign(limits, { intakeItems });
    }
  });

  it('robots with large files take no room of people', async () => {
    const small = new IntakeStore(db, { suspectBytes: 4_000 });
    const large = Buffer.alloc(1_000);
    for (let count = 0; count < 6; count += 1) await small.add(form(`${count}`, large), 'suspect', []);
    expect((await small.counts()).suspect).toBe(4);
    expect((await small.page(1, 1)).items).toMatchObject([{ reference: '2' }]);
  });
});

describe('in a file', () => {
  it('what was deleted stands nowhere on the disk, not even sealed', async () => {
    const head = randomBytes(3_000);
    const pieces = Array.from({ length: 20 }, () => randomBytes(3_000));
    const id = (await store.add(form('k', head), 'waiting', pieces)) ?? 0;
    const onDisk = () =>
      readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(head.subarray(100, 140)));
    expect(onDisk()).toBe(true);
    await store.remove(id);
    expect(onDisk()).toBe(false);
    expect(readFileSync(join(folder, 'intake.sqlite')).length).toBeLessThan(40_000);
  });

  it('what did not arrive whole before a crash is gone, and what was being sent is sent again', async () => {
    const id = (await store.add(form('A'), 'waiting', [])) ?? 0;
    await store.claim(id, { isByHand: false, honoursKeys: true });
    void store.add(form('B'), 'waiting', slow().pieces);
    await expect.poll(async () => (await store.counts()).arriving).toBe(1);
    const next = new IntakeStore(db);
    await next.clearUp(false);
    expect(await next.counts()).toMatchObject({ waiting: 1, arriving: 0 });
    expect(await next.find(id)).toMatchObject({ is_sending: 0, may_be_twice: 1 });
  });

  it('forms that a former release has kept are there, in their order, also when it has run once more', async () => {
    const former = (keys: string[]) => {
      const file = new DatabaseSync(join(folder, 'intake.sqlite'));
      file.exec(`
        create table if not exists items (
          id integer primary key autoincrement, key text not null unique, reference text not null, call text not null,
          received_at integer not null, state text not null, attempts integer not null default 0,
          failures integer not null default 0, next_at integer not null default 0, is_sending integer not null default 0,
          may_be_twice integer not null default 0, is_noticed integer not null default 0, bytes integer not null default 0,
          head blob not null, problem blob
        ) strict;
        create index if not exists items_state on items (state, id);
        create table if not exists pieces (
          item_id integer not null references items (id) on delete cascade, number integer not null, sealed blob not null,
          primary key (item_id, number)
        ) strict;
      `);
      for (const key of keys) {
        const item = file.prepare(
          "insert into items (key, reference, call, received_at, state, head) values (?, ?, 'contactUs', 1, 'waiting', x'00') returning id",
        );
        const { id = 0 } = item.get(key, key) ?? {};
        file.prepare('insert into pieces values (?, 0, ?)').run(id, Buffer.from(key));
      }
      file.close();
    };
    await databases.close();
    rmSync(join(folder, 'intake.sqlite'));
    former(['A', 'B']);
    await open();
    expect(await store.add(form('C'), 'waiting', [Buffer.from('C')])).toBe(3);
    await databases.close();
    former(['D']);
    await open();
    const { items } = await store.page(1, 20);
    expect(items.map(({ reference }) => reference)).toEqual(['A', 'B', 'C', 'D']);
    const files = await Promise.all(items.map(({ id }) => fileOf(id)));
    expect(files.map(String)).toEqual(['A', 'B', 'C', 'D']);
    await store.remove(items[0]?.id ?? 0);
    expect(await db.selectFrom('intake_pieces').select('number').execute()).toHaveLength(3);
  });
});
