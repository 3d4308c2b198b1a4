import { useState } from 'react';
import { inOrderOf } from '#shared/in-order-of.ts';

type Id = string | number;

/** The array with the element at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const order = [...items];
  order.splice(from, 1);
  order.splice(to, 0, item);
  return order;
}

/**
 * The order that is shown. A new order shows at once, and holds until `items` are others (a cache that was changed tells
 * so only a moment later, and the row would jump back and forth) or what `onReorder` gave has settled.
 */
export function useOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => Id,
  onReorder: (items: Item[]) => unknown,
) {
  const [ahead, setAhead] = useState<{ of: Id[]; order: Id[] }>();
  const ids = items.map(getId);
  const holds = ahead !== undefined && sameIds(ahead.of, ids);
  // Another order, or other items, came from outside: they win.
  if (ahead && !holds) setAhead(undefined);
  // The items are the newest; only their order is ours.
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
