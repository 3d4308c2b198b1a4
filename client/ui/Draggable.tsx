import { useSortable } from '@dnd-kit/sortable';
import { type RefObject, type SyntheticEvent, useLayoutEffect, useState } from 'react';

/** Event handlers of the drag library, which the item's drag handle calls. */
export type DragListeners = Record<string, (event: SyntheticEvent) => void> | undefined;

interface DraggableProps {
  id: string | number;
  disabled: boolean;
  node: RefObject<HTMLElement | null>;
  grip: RefObject<HTMLElement | null>;
  listeners: RefObject<DragListeners>;
}

/**
 * Connects an item to the drag library. Renders nothing: the library's attributes are set on the item and its handle.
 */
export function Draggable({ id, disabled, node, grip, listeners: heard }: DraggableProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, disabled });
  useLayoutEffect(() => {
    setNodeRef(node.current);
    setActivatorNodeRef(grip.current);
    return () => {
      heard.current = undefined;
      node.current?.removeAttribute('style');
    };
  }, [node, grip, heard, setNodeRef, setActivatorNodeRef]);
  useLayoutEffect(() => {
    heard.current = listeners as DragListeners;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) grip.current?.removeAttribute(name);
      // Only the `aria-` attributes are set, because the handle is a button and already has a role and a place in the
      // tab order.
      else if (name.startsWith('aria-')) grip.current?.setAttribute(name, String(value));
    }
  });
  const move = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : '';
  useLayoutEffect(() => {
    const { current: element } = node;
    if (!element) return;
    element.style.transform = move;
    element.style.transition = transition ?? '';
    element.toggleAttribute('data-dragging', isDragging);
  }, [node, move, transition, isDragging]);
  return null;
}

/**
 * Returns true if an element is on the screen or close to it. An element that contains the focus also counts as near,
 * because it may be dragged by keyboard.
 */
export function useNearScreen(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useLayoutEffect(() => {
    const { current: watched } = element;
    if (!watched) return;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(Boolean(entry?.isIntersecting) || watched.contains(document.activeElement)),
      { rootMargin: '25% 0px' },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
