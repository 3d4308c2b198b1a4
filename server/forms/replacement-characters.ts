/**
 * The form parser decodes texts as UTF-8 and puts U+FFFD in the place of bytes that are none: the text would go on
 * changed. A U+FFFD that the sender wrote is in the body as EF BF BD. So every one in a decoded text must be covered by
 * one that came in the body; one that is not stands for broken bytes.
 */
export interface ReplacementWatch {
  /** Takes each chunk of the raw body, in order, before it is parsed. */
  saw(chunk: Buffer): void;
  /** False when a decoded text holds replacement characters that nobody sent. */
  covers(text: string): boolean;
}

const sequence = Buffer.from('\uFFFD');

export function watchReplacements(): ReplacementWatch {
  let tail = Buffer.alloc(0);
  let uncovered = 0;
  return {
    saw(chunk) {
      const seam = Buffer.concat([tail, chunk.subarray(0, 2)]);
      uncovered += count(seam, sequence) + count(chunk, sequence);
      tail = Buffer.from(chunk.length >= 2 ? chunk.subarray(-2) : seam.subarray(-2));
    },
    covers(text) {
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
