/** How many of each kind waited when the strip was dismissed. Numbers alone: nothing in it is about anybody. */
export type Dismissed = Partial<Record<string, number>>;

const key = 'studio-waiting-dismissed';

/** What was dismissed in this browser; nothing where its storage is blocked. */
export function readDismissed(): Dismissed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, count]) => typeof count === 'number'));
  } catch {
    return {};
  }
}

export function keepDismissed(dismissed: Dismissed): void {
  try {
    localStorage.setItem(key, JSON.stringify(dismissed));
  } catch {
    // Then it comes back with the next visit.
  }
}

/** What of it still is, by what waits now: of a kind of which more wait than the fewest since then, something is new. */
export function stillDismissed(
  dismissed: Dismissed,
  waiting: readonly { kind: string; count: number }[],
): Dismissed {
  return Object.fromEntries(
    waiting.flatMap(({ kind, count }) => {
      const known = dismissed[kind];
      return known !== undefined && count <= known ? [[kind, count]] : [];
    }),
  );
}
