import { useState } from 'react';
import { inOrderOf } from '#shared/in-order-of.ts';

type Id = string | number;

/** Returns a copy of the array in which the element at `from` is at `to`. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const order = [...items];
  order.splice(from, 1);
  order.splice(to, 0, item);
  return order;
}

/**
 * Returns the order to show, and a function that moves an item. A new order is shown immediately, and stays until
 * `items` change or the promise of `onReorder` settles. Without this, the row would jump back for a moment, because a
 * changed cache arrives slightly later.
 */
export function useOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => Id,
  onReorder: (items: Item[]) => unknown,
) {
  const [ahead, setAhead] = useState<{ of: Id[]; order: Id[] }>();
  const ids = items.map(getId);
  const holds = ahead !== undefined && sameIds(ahead.of, ids);
  // The caller has passed other items, or another order. These replace the local order.
  if (ahead && !holds) setAhead(undefined);
  // The items are the newest ones from the caller; only the order is local.
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
