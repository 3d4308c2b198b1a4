import { diffWordsWithSpace, structuredPatch } from 'diff';

/** A piece of text; `differs` is true if only one of the two texts contains it. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** A block of each text, as its pieces; undefined where a text has no such block. */
type Row = Record<'before' | 'after', Piece[] | undefined>;

/**
 * Blocks that differ, with the equal blocks around them. `skipped` is the number of equal blocks that were left out
 * before them.
 */
export interface Passage {
  skipped: number;
  rows: Row[];
}

/** Maximum number of rows, because people do not read more and rendering more is slow. */
const mostRows = 400;
/**
 * Timeout of the comparison, in milliseconds. After that, the two texts count as entirely different. This happens to long
 * texts that have little in common.
 */
const timeout = 4_000;
/**
 * Maximum total length, in characters, of two blocks whose words are compared. Longer blocks count as entirely
 * different.
 */
const longestBlock = 20_000;

/**
 * Compares two texts block by block, and differing blocks word by word. Long texts are compared in slices, so that
 * the page stays responsive. `more` is true if there are more differences than are shown.
 */
export async function compareTexts(before: string, after: string) {
  const [old, now] = [before, after].map((text) => text && `${text}\n`) as [string, string];
  const patch = await new Promise<ReturnType<typeof structuredPatch> | undefined>((resolve) => {
    structuredPatch('', '', old, now, '', '', { context: 1, timeout, callback: resolve });
  });
  const all = [...linesOf(old, '-'), ...linesOf(now, '+')];
  const passages: Passage[] = [];
  let [shownTo, room] = [1, mostRows];
  for (const { oldStart, oldLines, lines } of patch?.hunks ?? [{ oldStart: 1, oldLines: 0, lines: all }]) {
    const blocks = pairsOf(lines);
    passages.push({ skipped: Math.max(0, oldStart - shownTo), rows: blocks.slice(0, room).map(piecesOf) });
    shownTo = oldStart + oldLines;
    room -= blocks.length;
    if (room <= 0) break;
  }
  return { passages, more: room < 0 };
}

const linesOf = (text: string, sign: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => sign + line);

interface Pair {
  before?: string;
  after?: string;
}

/** Returns the blocks of a passage: each block that was removed beside the one that was added in its place. */
function pairsOf(lines: readonly string[]): Pair[] {
  const pairs: Pair[] = [];
  /** The first pair that has no block of the newer text yet. */
  let next = 0;
  for (const [at, line] of lines.entries()) {
    const text = line.slice(1);
    if (line.startsWith('-')) {
      if (!lines[at - 1]?.startsWith('-')) next = pairs.length;
      pairs.push({ before: text });
      continue;
    }
    if (line.startsWith(' ')) next = pairs.length;
    pairs[next] = line.startsWith(' ') ? { before: text, after: text } : { ...pairs[next], after: text };
    next += 1;
  }
  return pairs;
}

function piecesOf({ before, after }: Pair): Row {
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
