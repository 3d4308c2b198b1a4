import { readStored, writeStored } from '../../../stored.ts';

/** A flag in this browser's storage. `whenBlocked` is its value where the storage cannot be read. */
export const browserFlag = (key: string, whenBlocked: boolean) => ({
  isSet: () => {
    const stored = readStored(key);
    return stored === undefined ? whenBlocked : stored !== null;
  },
  set: () => writeStored(key, '1'),
});
