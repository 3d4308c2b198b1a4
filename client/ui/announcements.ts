import type { Announcements } from '@dnd-kit/core';

type Id = string | number;

/** What a screen reader says of the handle. */
export const instructions =
  'To move this item, press Space, use the arrow keys, and press Space again. Press Escape to cancel.';

/** "Studio reel is now 2 of 5." */
export function movedText(name: string, index: number, count: number): string {
  return `${name} is now ${index + 1} of ${count}.`;
}

/** What is said while an item is moved, in the words that people see. */
export function announcements(
  nameOf: (id: Id) => string,
  indexOf: (id: Id) => number,
  count: () => number,
): Announcements {
  // An item that was just lifted lies over its own place: the same words for both, or the second would cut off the first.
  const lifted = (id: Id, place: Id) =>
    `${nameOf(id)} lifted, over place ${indexOf(place) + 1} of ${count()}.`;
  return {
    onDragStart: ({ active }) => lifted(active.id, active.id),
    onDragOver: ({ active, over }) => (over ? lifted(active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) =>
      over
        ? movedText(nameOf(active.id), indexOf(over.id), count())
        : `${nameOf(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  };
}
