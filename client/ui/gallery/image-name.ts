/** What an image of a gallery is called: the first by the title alone, the others by their number too. */
export function imageName(title: string, index: number, count: number): string {
  return index === 0 ? title : `${title}, image ${index + 1} of ${count}`;
}

/**
 * The index that a key leads to; undefined for keys that lead nowhere. The ends do not join. The arrows point to where
 * the next image stands: to the left where people read leftwards.
 */
export function indexByKey(
  key: string,
  { current, count, leftwards }: { current: number; count: number; leftwards: boolean },
): number | undefined {
  const wanted = new Map([
    ['ArrowLeft', leftwards ? current + 1 : current - 1],
    ['ArrowRight', leftwards ? current - 1 : current + 1],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}
