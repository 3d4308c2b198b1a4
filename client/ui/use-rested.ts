import { useEffect, useState } from 'react';

/** Returns the value as it was after the last pause of `restMs` milliseconds. The first value is returned at once. */
export function useRested<Value>(value: Value, restMs: number) {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
