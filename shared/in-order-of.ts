/** Returns the items with these keys, in the order of the keys; a key without an item is left out. */
export function inOrderOf<Item, Key>(
  keys: readonly Key[],
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Item[] {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
