import { diffArrays, diffWordsWithSpace } from 'diff';

/** A piece of text; `differs` is true if only one of the two texts contains it. */
export interface Piece {
  text: string;
  differs: boolean;
}

/**
 * A block of the older text and the corresponding block of the newer one; undefined where a text has no such block.
 */
interface Row {
  before: Piece[] | undefined;
  after: Piece[] | undefined;
}

/**
 * Blocks that differ, with the equal blocks around them. `skipped` is the number of equal blocks that were left out
 * before them.
 */
export interface Passage {
  skipped: number;
  rows: Row[];
}

interface Comparison {
  passages: Passage[];
  /** True if there are more differences than are shown. */
  more: boolean;
}

/** Number of equal blocks shown around a difference. */
const around = 1;
/** Maximum number of rows, because people do not read more and rendering more is slow. */
const mostRows = 400;
/**
 * Timeout of the comparison, in milliseconds. After that, only the common beginning and the common end of the two
 * texts count as equal. This happens to long texts that have little in common.
 */
const patience = 4_000;
/**
 * Maximum total length, in characters, of two blocks whose words are compared. Longer blocks count as entirely
 * different.
 */
const longestBlock = 20_000;

/**
 * Compares two texts block by block, and differing blocks word by word. Long texts are compared in slices, so that
 * the page stays responsive.
 */
export async function compareTexts(
  before: string,
  after: string,
  patienceMs = patience,
): Promise<Comparison> {
  const [old, now] = [blocksOf(before), blocksOf(after)];
  const rows = rowsOf(await partsOf(old, now, patienceMs));
  return passagesOf(rows);
}

interface Part {
  value: string[];
  added?: boolean;
  removed?: boolean;
}

function blocksOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Compares the parts of two texts between their common beginning and their common end. */
async function partsOf(old: string[], now: string[], timeout: number): Promise<Part[]> {
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const middle = await new Promise<Part[] | undefined>((resolve) => {
    diffArrays(oldMiddle, nowMiddle, { timeout, callback: resolve });
  });
  return [
    { value: old.slice(0, start) },
    ...(middle ?? [
      { value: oldMiddle, removed: true },
      { value: nowMiddle, added: true },
    ]),
    { value: old.slice(old.length - end) },
  ];
}

type Compared = { same: string } | { before: string | undefined; after: string | undefined };

function rowsOf(parts: readonly Part[]): Compared[] {
  const rows: Compared[] = [];
  let removed: string[] = [];
  const leave = (added: string[]) => {
    const length = Math.max(removed.length, added.length);
    for (let at = 0; at < length; at += 1) rows.push({ before: removed[at], after: added[at] });
    removed = [];
  };
  for (const { value, added, removed: isRemoved } of parts) {
    if (isRemoved) {
      leave([]);
      removed = value;
    } else if (added) leave(value);
    else {
      leave([]);
      for (const same of value) rows.push({ same });
    }
  }
  leave([]);
  return rows;
}

function passagesOf(rows: readonly Compared[]): Comparison {
  const passages: Passage[] = [];
  let shownTo = 0;
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || 'same' in row) continue;
    const from = Math.max(shownTo, at - around);
    let to = at;
    for (let next = at; next < rows.length && next <= to + 2 * around + 1; next += 1) {
      if (!('same' in (rows[next] ?? { same: '' }))) to = next;
    }
    const end = Math.min(rows.length, to + 1 + around, from + mostRows - count);
    passages.push({ skipped: from - shownTo, rows: rows.slice(from, end).map(shown) });
    count += end - from;
    if (count >= mostRows) return { passages, more: true };
    shownTo = end;
    at = end - 1;
  }
  return { passages, more: false };
}

function shown(row: Compared): Row {
  if ('same' in row) {
    const pieces = [{ text: row.same, differs: false }];
    return { before: pieces, after: pieces };
  }
  const { before, after } = row;
  if (before === undefined || after === undefined || before.length + after.length > longestBlock)
    return { before: whole(before), after: whole(after) };
  const words = diffWordsWithSpace(before, after);
  return {
    before: words.filter(({ added }) => !added).map(({ value, removed }) => piece(value, removed)),
    after: words.filter(({ removed }) => !removed).map(({ value, added }) => piece(value, added)),
  };
}

function whole(text: string | undefined): Piece[] | undefined {
  return text === undefined ? undefined : [piece(text, true)];
}

function piece(text: string, differs: boolean | undefined): Piece {
  return { text, differs: differs === true };
}
