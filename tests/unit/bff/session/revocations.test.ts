import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRevocations, type Revocations } from '../../../../server/bff/session/revocations.ts';
import { sessionState } from './session-state.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-revocations-'));
  file = join(folder, 'bff.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open(now: () => number): Promise<Revocations> {
  const { close, ...state } = await sessionState(folder);
  const revocations = await openRevocations({ ...state, now });
  return {
    ...revocations,
    async close() {
      await revocations.close();
      await close();
    },
  };
}

function storedIds(): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const ids = database
    .prepare('SELECT id FROM revoked_sessions ORDER BY id')
    .all()
    .map((row) => row.id);
  database.close();
  return ids;
}

/** How much longer than necessary revocations are stored. */
const keptLonger = 400 * 24 * 3_600_000;

describe('openRevocations', () => {
  it('knows a revoked id after it was opened again, and no other', async () => {
    const first = await open(() => 1_000);
    await first.add('gone', 5_000);
    await first.close();
    const second = await open(() => 1_000);
    expect(second.has('gone')).toBe(true);
    expect(second.has('here')).toBe(false);
    await second.close();
  });

  it('has the id on disk when add resolves, whatever becomes of the process, and refuses it at once', async () => {
    const first = await open(() => 1_000);
    const adding = first.add('gone', 5_000);
    expect(first.has('gone')).toBe(true);
    await adding;
    expect(storedIds()).toEqual(['gone']);
    await first.close();
  });

  it('finds what a command beside the server has written', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const [server, command] = [await open(() => 1_000), await open(() => 1_000)];
    await command.add('gone', 5_000);
    expect(server.has('gone')).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await expect.poll(() => server.has('gone')).toBe(true);
    await server.close();
    await command.close();
  });

  it('takes the same id twice', async () => {
    const first = await open(() => 1_000);
    await Promise.all([first.add('gone', 5_000), first.add('gone', 6_000)]);
    expect(first.has('gone')).toBe(true);
    await first.close();
  });

  it('opens what a release before kysely has written', async () => {
    const old = new DatabaseSync(file);
    old.exec(`CREATE TABLE revoked_sessions (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
      CREATE TABLE void_devices (account TEXT PRIMARY KEY, until INTEGER NOT NULL, forget_at INTEGER NOT NULL) STRICT;
      INSERT INTO revoked_sessions VALUES ('gone', 5000); INSERT INTO void_devices VALUES ('a', 7000, 9000)`);
    old.close();
    const first = await open(() => 1_000);
    expect(first.has('gone')).toBe(true);
    expect(await first.devicesVoidUntil('a')).toBe(7_000);
    await first.close();
  });

  it('drops at start and at every write what has been over for long, from disk and from memory', async () => {
    let time = 1_000;
    const first = await open(() => time);
    await first.add('early', 2_000);
    await first.add('late', 9_000);
    time = 3_000;
    await first.add('next', 9_000);
    expect(first.has('early')).toBe(true);
    time += keptLonger;
    await first.add('next', 9_000);
    expect(first.has('early')).toBe(false);
    expect(storedIds()).toEqual(['late', 'next']);
    await first.close();
    time = 10_000 + keptLonger;
    const second = await open(() => time);
    expect(second.has('late')).toBe(false);
    expect(storedIds()).toEqual([]);
    await second.close();
  });

  it.each([1, 365])('a clock that was %i days ahead and came back has forgotten none', async (days) => {
    let time = 1_000;
    const begun = await open(() => time);
    await begun.add('ended', 5_000);
    await begun.voidDevices('a', 1_000, 5_000);
    time += days * 24 * 3_600_000;
    await begun.add('of the future', time + 5_000);
    await begun.voidDevices('b', 1_000, time + 5_000);
    await begun.close();
    await (await open(() => time)).close();
    time = 2_000;
    const again = await open(() => time);
    expect(again.has('ended')).toBe(true);
    expect(await again.devicesVoidUntil('a')).toBe(1_000);
    await again.close();
  });

  it('voids the devices of an account until a moment, and another process beside it hears of it at once', async () => {
    let time = 1_000;
    const [one, other] = await Promise.all([open(() => time), open(() => time)]);
    expect(await one.devicesVoidUntil('a')).toBe(0);
    await one.voidDevices('a', 1_000, 9_000);
    await one.voidDevices('b', 1_000, 2_000);
    expect(await other.devicesVoidUntil('a')).toBe(1_000);
    time = 3_000 + keptLonger;
    await one.voidDevices('a', 3_000, time + 12_000);
    expect([await other.devicesVoidUntil('a'), await other.devicesVoidUntil('b')]).toEqual([3_000, 0]);
    await one.close();
    await other.close();
  });

  it('knows of void devices also when the disk refuses to', async () => {
    const first = await open(() => 1_000);
    const blocker = new DatabaseSync(file);
    blocker.exec("CREATE TRIGGER full BEFORE INSERT ON void_devices BEGIN SELECT RAISE(FAIL, 'full'); END");
    blocker.close();
    await expect(first.voidDevices('a', 1_000, 9_000)).rejects.toThrow('full');
    expect(await first.devicesVoidUntil('a')).toBe(1_000);
    await first.close();
  });

  it('refuses what it could not write down, and writes it down when it closes', async () => {
    const first = await open(() => 1_000);
    const blocker = new DatabaseSync(file);
    blocker.exec("CREATE TRIGGER no BEFORE INSERT ON revoked_sessions BEGIN SELECT RAISE(FAIL, 'no'); END");
    await expect(first.add('gone', 5_000)).rejects.toThrow('no');
    expect(first.has('gone')).toBe(true);
    expect(storedIds()).toEqual([]);
    blocker.exec('DROP TRIGGER no');
    blocker.close();
    await first.close();
    expect(storedIds()).toEqual(['gone']);
  });

  it('syncs every write to the disk', async () => {
    await (await open(() => 1_000)).close();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('refuses a file that is no database', async () => {
    await writeFile(file, 'something else, and long enough to be looked at as a database header'.repeat(4));
    await expect(open(() => 1_000)).rejects.toThrow();
  });
});
