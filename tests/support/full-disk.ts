import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

/** A disk of this process that takes so many more writes, of files and of databases, and then none. */
export interface FullDisk {
  /** How many writes were refused. */
  refused(): number;
  /** There is room again. */
  free(): void;
}

type Call = (...given: never[]) => unknown;
const ofFiles = ['writeFile', 'mkdir', 'mkdtemp', 'copyFile', 'rename', 'link'] as const;

/** From the write after `taken` more ones on there is no room. Reading, removing and closing go on, as on a real one. */
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
        function (this: StatementSync, ...given: never[]) {
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
