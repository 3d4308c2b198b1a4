/**
 * Makes a value at most once in `ms`, whoever asks meanwhile: those who ask while it is made wait for the same one. What failed
 * is not kept.
 */
export function keepFor<Value>(
  ms: number,
  make: () => Promise<Value>,
  now: () => number = Date.now,
): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  return () => {
    if (kept && now() < kept.until) return kept.value;
    const entry = { value: make(), until: Number.POSITIVE_INFINITY };
    kept = entry;
    entry.value.then(
      () => {
        entry.until = now() + ms;
      },
      () => {
        if (kept === entry) kept = undefined;
      },
    );
    return entry.value;
  };
}
