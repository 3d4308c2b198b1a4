import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRevocations } from '../../../../server/bff/session/revocations.ts';
import { noSignals } from '../../../../server/database/sqlite.ts';
import { folderForEach } from '../../../support/temp-folder.ts';
import { sessionState } from './response.ts';

const day = 24 * 3_600_000;
let folder: string;
let time: number;
folderForEach((made) => (folder = made));
beforeEach(() => {
  time = 1_000;
});
afterEach(() => void vi.useRealTimers());

async function open() {
  const { close: closeState, ...state } = await sessionState(folder);
  const revocations = await openRevocations({ ...state, now: () => time });
  const close = async () => {
    await revocations.close();
    await closeState();
  };
  return { ...revocations, db: state.db, close };
}

it('finds what a command beside the server has written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const [server, command] = [await open(), await open()];
  await command.add('gone', 5_000);
  expect(server.has('gone')).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => server.has('gone')).toBe(true);
  await server.close();
  await command.close();
});

it.each([1, 365])('a clock that was %i days ahead and came back has forgotten none', async (days) => {
  const begun = await open();
  await begun.add('ended', 5_000);
  await begun.voidDevices('a', 1_000, 5_000);
  time += days * day;
  await begun.add('of the future', time + 5_000);
  await begun.voidDevices('b', 1_000, time + 5_000);
  await begun.close();
  await (await open()).close();
  time = 2_000;
  const again = await open();
  expect([again.has('ended'), await again.devicesVoidUntil('a')]).toEqual([true, 1_000]);
  await again.close();
});

it('void device cookies that could not be recorded are recorded before any of them counts again', async () => {
  const { db, ...revocations } = await open();
  await db.schema.alterTable('void_devices').renameTo('away').execute();
  await expect(revocations.voidDevices('a', 1_000, 5_000)).rejects.toThrow();
  await expect(revocations.devicesVoidUntil('a')).rejects.toThrow();
  await db.schema.alterTable('away').renameTo('void_devices').execute();
  expect(await revocations.devicesVoidUntil('a')).toBe(1_000);
  await revocations.close();
  const again = await open();
  expect(await again.devicesVoidUntil('a')).toBe(1_000);
  await again.close();
});

it('void device cookies that could not be recorded do not replace those of a later time', async () => {
  const { close: closeState, ...state } = await sessionState(folder);
  let publish = async (): Promise<void> => {
    throw new Error('away');
  };
  const signals = { ...noSignals, publish: () => publish() };
  const revocations = await openRevocations({ ...state, signals, now: () => time });
  await expect(revocations.add('ended', 5_000)).rejects.toThrow();
  await state.db.schema.alterTable('void_devices').renameTo('away').execute();
  await expect(revocations.voidDevices('a', 1_000, 5_000)).rejects.toThrow();
  await state.db.schema.alterTable('away').renameTo('void_devices').execute();
  let later: Promise<void> | undefined;
  publish = async () => {
    later = revocations.voidDevices('a', 2_000, 5_000);
  };
  // Writes what is left: the session first, and meanwhile the password is changed again.
  await revocations.close();
  await later;
  await closeState();
  const again = await open();
  expect(await again.devicesVoidUntil('a')).toBe(2_000);
  await again.close();
});
