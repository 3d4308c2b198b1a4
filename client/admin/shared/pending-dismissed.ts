/** Number of entries per kind when the strip was dismissed. Numbers only, no personal data. */
export type Dismissed = Partial<Record<string, number>>;

const key = 'studio-waiting-dismissed';

/** Returns the dismissed counts of this browser; empty where its storage is blocked. */
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
    // Without storage, the strip appears again on the next visit.
  }
}

/**
 * Returns the dismissed counts that still apply. A kind is no longer dismissed when more entries wait than its lowest
 * count since then.
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
