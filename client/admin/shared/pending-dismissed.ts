/**
 * Number of entries of each kind that waited for an admin when the strip about them (`PendingStrip`) was dismissed.
 * Contains no personal data.
 */
export type Dismissed = Partial<Record<string, number>>;

const key = 'studio-waiting-dismissed';

/** Returns the dismissed counts from this browser's storage; empty if the storage is blocked. */
export function readPendingDismissed(): Dismissed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, count]) => typeof count === 'number'));
  } catch {
    return {};
  }
}

export function savePendingDismissed(dismissed: Dismissed): void {
  try {
    localStorage.setItem(key, JSON.stringify(dismissed));
  } catch {
    // The storage is blocked or full, so the dismissed strip appears again on the next visit.
  }
}

/**
 * Returns the dismissed counts that still apply. If a kind now has fewer waiting entries than were dismissed, its
 * count is lowered to their number. If it has more, the kind is no longer dismissed.
 */
export function remainingDismissed(
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
