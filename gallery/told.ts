import { useSyncExternalStore } from 'react';

/** Events of the pieces (a choice, a search, an order), oldest first. Tests read them from the window. */
let told: readonly string[] = [];
const listeners = new Set<() => void>();
publish();

/** Records an event from a piece's callback: the page shows the newest. */
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
