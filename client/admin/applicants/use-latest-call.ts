import { useCallback, useRef } from 'react';

/**
 * Returns a stable function that always calls the newest `call`, so that rows that receive it need not render again.
 */
export function useLatestCall<Args extends unknown[], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(call);
  latest.current = call;
  return useCallback((...args: Args) => latest.current(...args), []);
}
