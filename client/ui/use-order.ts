import { useState } from 'react';
import { inOrderOf } from '#shared/in-order-of.ts';

type Id = string | number;

/** Returns the array with the element at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const order = [...items];
  order.splice(from, 1);
  order.splice(to, 0, item);
  return order;
}

/**
 * Returns the displayed order. A new order is shown immediately, and stays until `items` change (a changed cache
 * notifies slightly later, and the row would jump back and forth) or until the promise of `onReorder` settles.
 */
export function useOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => Id,
  onReorder: (items: Item[]) => unknown,
) {
  const [ahead, setAhead] = useState<{ of: Id[]; order: Id[] }>();
  const ids = items.map(getId);
  const holds = ahead !== undefined && sameIds(ahead.of, ids);
  // A different order, or different items, arrived from outside: they take precedence.
  if (ahead && !holds) setAhead(undefined);
  // The items are the newest; only their order is local.
  const shown = holds ? inOrderOf(ahead.order, items, getId) : items;

  function move(from: number, to: number) {
    const order = moved(shown, from, to);
    const ownOrder = { of: ids, order: order.map(getId) };
    setAhead(ownOrder);
    const saving = onReorder(order);
    if (saving instanceof Promise) {
      const settle = () => setAhead((now) => (now === ownOrder ? undefined : now));
      saving.then(settle, settle);
    }
  }

  return { shown, move };
}

function sameIds(one: readonly Id[], other: readonly Id[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
