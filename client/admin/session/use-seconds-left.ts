import { useEffect, useState } from 'react';

/** Whole seconds until `at` (milliseconds since 1970), never below 0; counts the clock and not its own ticks. */
export function useSecondsLeft(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
