import { MIB } from '#shared/limits.ts';

/**
 * Maximum total size of the stored files of one draft, in bytes. A file for which there is no room, such as a video,
 * stays in memory only.
 */
const storedFileBytes = 40 * MIB;

interface Split {
  /** The values without files. */
  texts: Record<string, unknown>;
  /** By field, the file or the list of files that is small enough to be stored. */
  files: Record<string, File | File[]>;
  /** The files of all fields, in one flat list. */
  list: File[];
  /** True if a file was left out because it is too large. */
  tooLarge: boolean;
}

/** Separates the values that are a `File`, or a list with a `File`, from the other values of a form. */
export function splitFiles(values: Record<string, unknown>): Split {
  const split: Split = { texts: {}, files: {}, list: [], tooLarge: false };
  let room = storedFileBytes;
  const fits = (file: File) => {
    const enough = file.size <= room;
    if (enough) {
      room -= file.size;
      split.list.push(file);
    } else split.tooLarge = true;
    return enough;
  };
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) {
      split.texts[name] = null;
      if (fits(value)) split.files[name] = value;
    } else if (Array.isArray(value) && value.some((item) => item instanceof File)) {
      split.texts[name] = [];
      split.files[name] = value.filter((item): item is File => item instanceof File).filter(fits);
    } else split.texts[name] = value;
  }
  return split;
}
