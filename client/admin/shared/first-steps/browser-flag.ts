/** A flag in this browser's storage. `whenBlocked` is its value where the storage cannot be read. */
export function browserFlag(key: string, whenBlocked: boolean) {
  return {
    isSet() {
      try {
        return localStorage.getItem(key) !== null;
      } catch {
        return whenBlocked;
      }
    },
    set() {
      try {
        localStorage.setItem(key, '1');
      } catch {
        // The storage is blocked or full, so the flag is not set on the next visit either.
      }
    },
  };
}
