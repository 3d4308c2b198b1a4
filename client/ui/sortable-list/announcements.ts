import type { Announcements } from '@dnd-kit/core';

type Id = string | number;

/** What a screen reader says of the handle. */
export const instructions =
  'To put this in another place, press Space, move it with the arrow keys, and press Space again. Escape puts it back.';

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
  const at = (id: Id) => `${indexOf(id) + 1} of ${count()}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} lifted from place ${at(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} over place ${at(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over
        ? movedText(nameOf(active.id), indexOf(over.id), count())
        : `${nameOf(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  };
}
