import { useSyncExternalStore } from 'react';

/** What pieces told of (a choice, a search, an order), oldest first. Tests read it from the window. */
let told: readonly string[] = [];
const listeners = new Set<() => void>();
publish();

/** For the callbacks of a piece: the page shows the newest. */
export function tell(text: string): void {
  told = [...told, text];
  publish();
  for (const listener of listeners) listener();
}

export function useNewestTold(): string | undefined {
  return useSyncExternalStore(subscribe, () => told.at(-1));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(): void {
  Object.assign(globalThis, { told });
}
