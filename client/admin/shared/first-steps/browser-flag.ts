/** A flag in this browser's storage. `whenBlocked` is its value where the storage cannot be read. */
interface BrowserFlag {
  isSet(): boolean;
  set(): void;
}

export function browserFlag(key: string, whenBlocked: boolean): BrowserFlag {
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
