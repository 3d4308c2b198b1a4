/**
 * Makes a value at most once in `ms`. Those who ask while it is being made wait for the same one, made with the arguments of the
 * first. A failure is not kept.
 */
export function keepFor<Value, Asked extends unknown[]>(
  ms: number,
  make: (...asked: Asked) => Promise<Value>,
  now: () => number = Date.now,
): (...asked: Asked) => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  return (...asked) => {
    if (kept && now() < kept.until) return kept.value;
    const entry = { value: make(...asked), until: Number.POSITIVE_INFINITY };
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
