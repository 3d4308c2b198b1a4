/** Reads a value of this browser's storage; null if there is none, `whenBlocked` if the storage is blocked. */
export function readStored(key: string, whenBlocked: string | null = null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return whenBlocked;
  }
}

/** Stores a value in this browser; null removes it. If the storage is blocked or full, nothing is stored. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {}
}
