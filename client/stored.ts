/** Reads a value of this browser's storage; null if there is none, undefined if the storage is blocked. */
export function readStored(key: string, storage = () => localStorage) {
  try {
    return storage().getItem(key);
  } catch {
    return undefined;
  }
}

/** Stores a value in this browser; null removes it. If the storage is blocked or full, nothing is stored. */
export function writeStored(key: string, value: string | null, storage = () => localStorage) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {}
}
