import { type Change, diffWordsWithSpace } from 'diff';

/** A part of two compared texts. Without `kind`, both texts have it. */
export interface Piece {
  text: string;
  kind?: 'removed' | 'added';
}

/**
 * Timeout of the comparison, in milliseconds. After that, the two texts count as entirely different. This happens to long
 * texts that have little in common.
 */
const timeout = 4_000;

/** Longest part of both texts that is shown whole, and what is shown at each end of a longer one, in characters. */
const longestWhole = 400;
const shownAtEnds = 150;

/** Compares two texts by words. Long texts are compared in slices, so that the page stays responsive. */
export async function compareTexts(before: string, after: string): Promise<Piece[]> {
  const changes = await new Promise<Change[] | undefined>((resolve) => {
    diffWordsWithSpace(before, after, { timeout, callback: resolve });
  });
  if (!changes) {
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ];
  }
  return changes.map(({ value, added, removed }) => {
    if (added || removed) return { text: value, kind: added ? 'added' : 'removed' };
    return { text: value.length > longestWhole ? endsOf(value) : value };
  });
}

/** Returns the whole words at both ends of a long text. */
function endsOf(text: string) {
  const [start, end] = [text.slice(0, shownAtEnds), text.slice(-shownAtEnds)];
  return `${start.replace(/\S+$/, '')} … ${end.replace(/^\S+/, '')}`;
}
