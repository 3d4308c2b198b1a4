/** A ref that gives what it is put on the focus, once, when that appears. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
