import { MIB } from '#shared/limits.ts';

/** Files of one draft that are written to disk a second time for safety's sake; a video stays in memory alone. */
const keptFileBytes = 40 * MIB;

interface Split {
  /** The values without files. */
  texts: Record<string, unknown>;
  /** By field: a file, or files, that are small enough to be kept. */
  files: Record<string, File | File[]>;
  /** The same files in one list. */
  list: File[];
  /** Some file is left out. */
  tooLarge: boolean;
}

/** Takes files out of a form's values: fields that are a `File`, or a list with files in it. */
export function splitFiles(values: Record<string, unknown>): Split {
  const split: Split = { texts: {}, files: {}, list: [], tooLarge: false };
  let room = keptFileBytes;
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

/** Puts kept files back into their fields. */
export function joinFiles(
  texts: Record<string, unknown>,
  files: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return { ...texts, ...files };
}

/** True when two states of a form hold the same input. Files are the same when they are the same object. */
export function sameValues(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => same(Reflect.get(one, name), Reflect.get(other, name)));
}

function same(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at]));
  }
  return false;
}

/** A field that was cleared holds '' where it held null before, and a person sees no difference. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
