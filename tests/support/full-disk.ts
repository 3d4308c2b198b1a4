import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

/**
 * Simulates a disk for this process that accepts a number of further writes, of files and of databases, and then is
 * full.
 */
export interface FullDisk {
  /** Number of refused writes. */
  refused(): number;
  /** Frees the disk: writes succeed again. */
  free(): void;
}

type Call = (...given: never[]) => unknown;
const ofFiles = ['writeFile', 'mkdir', 'mkdtemp', 'copyFile', 'rename', 'link'] as const;

/** Fills the disk after `taken` more writes. Reading, removing and closing still work, as on a real full disk. */
export function fillDisk(taken: number): FullDisk {
  let left = taken;
  let refused = 0;
  const isFull = () => {
    left -= 1;
    if (left >= 0) return false;
    refused += 1;
    return true;
  };
  const noSpace = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
  const undo: (() => void)[] = [];
  const replace = (on: object, name: string, by: (call: Call) => Call) => {
    const holder = on as Record<string, Call>;
    const call = holder[name] as Call;
    holder[name] = by(call);
    undo.push(() => {
      holder[name] = call;
    });
  };

  for (const name of ofFiles)
    replace(promises, name, (call) => async (...given) => {
      if (isFull()) throw noSpace();
      return call(...given);
    });
  for (const name of ['write', 'writev'])
    replace(fs, name, (call) => (...given) => {
      if (!isFull()) return call(...given);
      const done = given.at(-1) as unknown as (error: Error) => void;
      return void process.nextTick(() => done(noSpace()));
    });
  for (const name of ['run', 'all', 'get'])
    replace(
      StatementSync.prototype,
      name,
      (call) =>
        function (this: StatementSync, ...given) {
          if (/^\s*(insert|update|delete|replace)/i.test(this.sourceSQL) && isFull())
            throw Object.assign(new Error('database or disk is full'), {
              code: 'ERR_SQLITE_ERROR',
              errcode: 13,
            });
          return call.apply(this, given);
        } as Call,
    );
  syncBuiltinESMExports();
  return {
    refused: () => refused,
    free() {
      for (const each of undo.splice(0)) each();
      syncBuiltinESMExports();
    },
  };
}
