/**
 * Returns the index of the first label at or after `from` that begins with the text; after the last label, the search
 * continues at the first.
 */
export function findLabel(labels: readonly string[], text: string, from: number): number | undefined {
  const first = text[0] ?? '';
  const repeats = text.length > 1 && [...text].every((letter) => letter === first);
  const wanted = repeats ? first : text;
  // A word of several letters may match the focused item itself; a single letter starts the search at the next item.
  const start = wanted.length > 1 ? Math.max(from, 0) : from + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (start + step) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
