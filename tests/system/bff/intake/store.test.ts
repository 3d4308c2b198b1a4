import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { createStore, type IntakeStore, takeOverForms } from '../../../../server/bff/intake/store.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { Tasks } from '../../../../server/database/tasks.ts';
import { createSealer } from '../../../../server/process/sealed.ts';
import { folderForEach } from '../../../support/temp-folder.ts';
import { openSite } from '../../database/two-processes.ts';

const full = limits.intakeBytes;
const sealer = createSealer([Buffer.alloc(32, 7)]);

let folder: string;
let databases: Databases;
let db: SiteDb;
let store: IntakeStore;

async function open() {
  databases = await openSite(undefined, folder);
  db = await databases.openIntake();
  store = createStore(db, { honoursKeys: false, suspectBytes: 4_000 });
  await takeOverForms(db, store, sealer);
}
folderForEach((made) => (folder = made));
beforeEach(async () => {
  await open();
});
afterEach(async () => {
  vi.useRealTimers();
  await databases.close();
});

const form = (key: string, bytes = 4, state: 'waiting' | 'suspect' = 'waiting') => ({
  key,
  label: key,
  kind: 'contactUs',
  created_at: 1,
  state,
  bytes,
  payload: Buffer.from('head'),
});

it('has room for so many forms and bytes, and gives it back', async () => {
  expect(await store.add(form('A', full + 1))).toBeUndefined();
  const id = (await store.add(form('A', full))) ?? 0;
  expect(await store.add(form('B'))).toBeUndefined();
  await store.remove(id);
  expect(await store.add(form('B', full - 4))).toBeGreaterThan(0);
  const { intakeItems } = limits;
  Object.assign(limits, { intakeItems: 1 });
  try {
    expect(await store.add(form('C'))).toBeUndefined();
  } finally {
    Object.assign(limits, { intakeItems });
  }
});

it('robots with large files take no room of people', async () => {
  for (let count = 0; count < 6; count += 1) await store.add(form(`${count}`, 1_000, 'suspect'));
  expect((await store.counts()).suspect).toBe(4);
  expect((await store.all())[0]).toMatchObject({ label: '2' });
});

it('what was deleted stands nowhere on the disk, not even sealed', async () => {
  const file = randomBytes(60_000);
  const id = (await store.add({ ...form('k'), file })) ?? 0;
  const onDisk = () =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(file.subarray(100, 140)));
  expect(onDisk()).toBe(true);
  await store.remove(id);
  expect(onDisk()).toBe(false);
  expect(readFileSync(join(folder, 'intake.sqlite')).length).toBeLessThan(60_000);
});

it('forms that release 0.1 has kept are there, in their order, also when it has run once more', async () => {
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
        "insert into items (key, reference, call, received_at, state, is_sending, head) values (?, ?, 'contactUs', ?, ?, 1, x'00') returning id",
      );
      const { id = 0 } = item.get(key, key, Date.now(), key === 'X' ? 'arriving' : 'aside') ?? {};
      const piece = file.prepare('insert into pieces values (?, ?, ?)');
      for (const number of [0, 1])
        piece.run(id, number, sealer.seal(Buffer.from(`${key}${number}`), `piece ${key} ${number}`));
    }
    file.close();
  };
  await databases.close();
  rmSync(join(folder, 'intake.sqlite'));
  former(['A', 'X', 'B']);
  await open();
  await store.add(form('C'));
  await databases.close();
  former(['D']);
  await open();
  const items = await store.all();
  expect(items.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D']);
  const [first] = items;
  expect(first).toMatchObject({ state: 'waiting', payload: new Uint8Array([0]) });
  const file = await store.tasks.fileOf(first?.id ?? 0);
  expect(sealer.open(file ?? Buffer.alloc(0), 'file A')?.toString()).toBe('A0A1');
  // It was being sent: it may be there twice.
  const claimed = await store.tasks.claim(first?.id ?? 0, ['waiting']);
  expect(claimed).toMatchObject({ may_be_twice: 1, attempts: 1 });
  for (const table of ['intake_items', 'intake_pieces'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

it('a claim whose renewal arrives after the outcome is over, and leaves no doubt', async () => {
  const answers: (number | Promise<number>)[] = [];
  const now = async () => answers.shift() ?? Date.now();
  const tasks = new Tasks(db, 'intake_tasks', { now, countsDoubts: true });
  const id = (await store.add(form('A'))) ?? 0;
  const task = await tasks.claim(id, ['waiting']);
  if (!task) throw new Error('is not claimed');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const release = tasks.hold(task);
  const late = Promise.withResolvers<number>();
  answers.push(late.promise);
  vi.advanceTimersByTime(4_000);
  vi.useRealTimers();
  release();
  await tasks.settle(task, { change: { failures: 1 } });
  late.resolve(Date.now());
  // The renewal is stored before a statement that begins after it.
  await late.promise;
  await setImmediate();
  expect(await store.find(id)).toMatchObject({ claimed_until: 0 });
  expect(await tasks.claim(id, ['waiting'])).toMatchObject({ attempts: 2, may_be_twice: 0 });
});
