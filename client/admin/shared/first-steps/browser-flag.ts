import { readStored, writeStored } from '../../../stored.ts';

/** A flag in this browser's storage. `whenBlocked` is its value where the storage cannot be read. */
export const browserFlag = (key: string, whenBlocked: boolean) => ({
  isSet: () => readStored(key, whenBlocked ? '1' : null) !== null,
  set: () => writeStored(key, '1'),
});
