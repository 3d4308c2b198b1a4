import { useSortable } from '@dnd-kit/sortable';
import { type RefObject, type SyntheticEvent, useLayoutEffect, useState } from 'react';

/** Events that an item's handle passes to the drag library. */
export type DragListeners = Record<string, (event: SyntheticEvent) => void> | undefined;

interface DraggableProps {
  id: string | number;
  disabled: boolean;
  node: RefObject<HTMLElement | null>;
  grip: RefObject<HTMLElement | null>;
  listeners: RefObject<DragListeners>;
}

/** Connects an item to the drag library. Renders nothing, and writes the library's attributes to the item itself. */
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
      // A button already has its role and its place in the tab order.
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
 * True if an element is on the screen, or close to it. An element with the focus, as a dragged one has, always counts
 * as near.
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
