import type { MouseEvent } from 'react';

/** Opens what a pressed link leads to, unless a key asks the browser to open it elsewhere. */
export function follow(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
