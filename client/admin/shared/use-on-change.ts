import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onChange` with the previous value when a known value has changed. */
export function useOnChange<Value>(value: Value | undefined, onChange: (before: Value) => void) {
  const before = useRef(value);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current !== undefined && value !== undefined && before.current !== value)
      changed(before.current);
    before.current = value;
  }, [value]);
}
