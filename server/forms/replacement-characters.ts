/**
 * Detects broken UTF-8. The form parser decodes texts as UTF-8 and replaces invalid bytes by U+FFFD, which would
 * change the text silently. A U+FFFD that the sender has written is in the body as EF BF BD. So every U+FFFD in a
 * decoded text must have a counterpart in the body; a U+FFFD without one comes from broken bytes.
 */
const sequence = Buffer.from('\uFFFD');

/**
 * Detects broken UTF-8. The form parser decodes texts as UTF-8 and replaces invalid bytes by U+FFFD, which would
 * change the text silently. A U+FFFD that the sender has written is in the body as EF BF BD. So every U+FFFD in a
 * decoded text must have a counterpart in the body; a U+FFFD without one comes from broken bytes.
 */
export function watchReplacements() {
  let tail = Buffer.alloc(0);
  let uncovered = 0;
  return {
    /** Receives each chunk of the raw body, in order, before it is parsed. */
    saw(chunk: Buffer): void {
      const seam = Buffer.concat([tail, chunk.subarray(0, 2)]);
      uncovered += count(seam, sequence) + count(chunk, sequence);
      tail = Buffer.from(chunk.length >= 2 ? chunk.subarray(-2) : seam.subarray(-2));
    },
    /** False when a decoded text contains replacement characters that were not sent. */
    covers(text: string): boolean {
      uncovered -= count(text, '\uFFFD');
      return uncovered >= 0;
    },
  };
}

function count<Text extends string | Buffer>(text: Text, wanted: Text): number {
  let found = 0;
  const find = (from: number) => (text as string).indexOf(wanted as string, from);
  for (let at = find(0); at !== -1; at = find(at + 1)) found += 1;
  return found;
}
