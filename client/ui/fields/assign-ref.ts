import type { Ref, RefCallback } from 'react';

/** Hands an element to a ref of either kind: form libraries give functions, components objects. */
export function assignRef<Element>(
  ref: Ref<Element> | undefined,
  element: Element | null,
): ReturnType<RefCallback<Element>> {
  if (typeof ref === 'function') return ref(element);
  if (ref) ref.current = element;
  return undefined;
}
