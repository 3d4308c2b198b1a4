import { useSortable } from '@dnd-kit/sortable';
import { type RefObject, type SyntheticEvent, useLayoutEffect, useState } from 'react';

/** What the handle of an item passes on to the drag library. */
export type DragListeners = Record<string, (event: SyntheticEvent) => void> | undefined;

interface DraggableProps {
  id: string | number;
  disabled: boolean;
  node: RefObject<HTMLElement | null>;
  grip: RefObject<HTMLElement | null>;
  listeners: RefObject<DragListeners>;
}

/** What the drag library knows of an item. It draws nothing, and writes what it says onto the item itself. */
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
      // The role and the place among the stops are a button's own.
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

/** Whether an element is on the screen, or about to be. One that has the focus, as what is dragged has, stays near. */
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
