import type { MouseEvent as ReactMouseEvent } from 'react';

/** Opens the target of a pressed link, unless a key or another button asks the browser to open it elsewhere. */
export function follow(event: MouseEvent | ReactMouseEvent, open: () => void) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
