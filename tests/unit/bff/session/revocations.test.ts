import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRevocations } from '../../../../server/bff/session/revocations.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-revocations-'));
  file = join(folder, 'bff.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function storedIds(): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const ids = database
    .prepare('SELECT id FROM revoked_sessions ORDER BY id')
    .all()
    .map((row) => row.id);
  database.close();
  return ids;
}

/** So much longer than needed is remembered what was ended. */
const keptLonger = 400 * 24 * 3_600_000;

describe('openRevocations', () => {
  it('knows a revoked id after it was opened again, and no other', () => {
    const first = openRevocations(file, () => 1_000);
    first.add('gone', 5_000);
    first.close();
    const second = openRevocations(file, () => 1_000);
    expect(second.has('gone')).toBe(true);
    expect(second.has('here')).toBe(false);
    second.close();
  });

  it('has the id on disk when add returns, whatever becomes of the process', () => {
    const open = openRevocations(file, () => 1_000);
    open.add('gone', 5_000);
    expect(storedIds()).toEqual(['gone']);
    open.close();
  });

  it('takes the same id twice', () => {
    const open = openRevocations(file, () => 1_000);
    open.add('gone', 5_000);
    open.add('gone', 6_000);
    expect(open.has('gone')).toBe(true);
    open.close();
  });

  it('drops at start and at every write what has been over for long, from disk and from memory', () => {
    let time = 1_000;
    const first = openRevocations(file, () => time);
    first.add('early', 2_000);
    first.add('late', 9_000);
    time = 3_000;
    first.add('next', 9_000);
    expect(first.has('early')).toBe(true);
    time += keptLonger;
    first.add('next', 9_000);
    expect(first.has('early')).toBe(false);
    expect(storedIds()).toEqual(['late', 'next']);
    first.close();
    time = 10_000 + keptLonger;
    const second = openRevocations(file, () => time);
    expect(second.has('late')).toBe(false);
    expect(storedIds()).toEqual([]);
    second.close();
  });

  it.each([1, 365])('a clock that was %i days ahead and came back has forgotten none', (days) => {
    let time = 1_000;
    const begun = openRevocations(file, () => time);
    begun.add('ended', 5_000);
    begun.voidDevices('a', 1_000, 5_000);
    time += days * 24 * 3_600_000;
    begun.add('of the future', time + 5_000);
    begun.voidDevices('b', 1_000, time + 5_000);
    begun.close();
    openRevocations(file, () => time).close();
    time = 2_000;
    const again = openRevocations(file, () => time);
    expect(again.has('ended')).toBe(true);
    expect(again.devicesVoidUntil('a')).toBe(1_000);
    again.close();
  });

  it('voids the devices of an account until a moment, and another process beside it hears of it at once', () => {
    let time = 1_000;
    const [one, other] = [openRevocations(file, () => time), openRevocations(file, () => time)];
    expect(one.devicesVoidUntil('a')).toBe(0);
    one.voidDevices('a', 1_000, 9_000);
    one.voidDevices('b', 1_000, 2_000);
    expect(other.devicesVoidUntil('a')).toBe(1_000);
    time = 3_000 + keptLonger;
    one.voidDevices('a', 3_000, time + 12_000);
    expect([other.devicesVoidUntil('a'), other.devicesVoidUntil('b')]).toEqual([3_000, 0]);
    one.close();
    other.close();
  });

  it('knows of void devices also when the disk refuses to', () => {
    const open = openRevocations(file, () => 1_000);
    const blocker = new DatabaseSync(file);
    blocker.exec("CREATE TRIGGER full BEFORE INSERT ON void_devices BEGIN SELECT RAISE(FAIL, 'full'); END");
    blocker.close();
    expect(() => open.voidDevices('a', 1_000, 9_000)).toThrow('full');
    expect(open.devicesVoidUntil('a')).toBe(1_000);
    open.close();
  });

  it('syncs every write to the disk', () => {
    const open = openRevocations(file, () => 1_000);
    open.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('refuses a file that is no database', async () => {
    await writeFile(file, 'something else, and long enough to be looked at as a database header'.repeat(4));
    expect(() => openRevocations(file, () => 1_000)).toThrow();
  });
});
