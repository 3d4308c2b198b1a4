import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns every file under `folder` that contains one of the words, with the word: as UTF-8, as UTF-16 in either byte
 * order, percent-encoded, or with JSON escapes.
 */
export function filesWithWords(folder: string, words: readonly string[]): string[] {
  const needles = words.flatMap((word) => {
    const utf16 = Buffer.from(word, 'utf16le');
    const escaped = [...word].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    return [
      Buffer.from(word),
      utf16,
      Buffer.from(utf16).swap16(),
      Buffer.from(encodeURIComponent(word)),
      Buffer.from(escaped.join('')),
    ].map((bytes) => ({ word, bytes }));
  });
  return filesUnder(folder).flatMap((name) => {
    const bytes = tryRead(join(folder, name));
    const found = needles.find((needle) => bytes.includes(needle.bytes));
    return found ? [`${name} has ${found.word}`] : [];
  });
}

/** Returns every file under a folder, by its path in the folder. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The file may be deleted while it is read. */
function tryRead(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
