import { useCallback, useRef } from 'react';

/** A function that stays the same and always calls the newest `call`: rows that get it are not drawn again for nothing. */
export function useLatestCall<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((...args: Args) => latest.current(...args), []);
}
