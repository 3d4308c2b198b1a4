import { useEffect, useState } from 'react';

/** Formats seconds as minutes and seconds: 113 → "1:53". */
export function formatClock(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns the whole seconds until `at` (milliseconds since 1970), never below 0. Computed from the clock each time,
 * because timer ticks may be late.
 */
export function useSecondsLeft(at: number) {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number) {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
