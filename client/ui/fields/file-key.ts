const keys = new WeakMap<File, string>();
let last = 0;

/** A React key that stays with the file wherever it moves in its list. */
export function fileKey(file: File): string {
  let key = keys.get(file);
  if (!key) {
    last += 1;
    key = `file-${last}`;
    keys.set(file, key);
  }
  return key;
}
