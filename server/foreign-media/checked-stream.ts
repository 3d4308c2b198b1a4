import { headBytes } from '../forms/file-types.ts';

/**
 * Checks the first bytes of a file, and returns a function that checks the number of bytes received so far. Both
 * throw in order to refuse the file.
 */
type CheckFirstBytes = (head: Buffer) => Promise<(bytes: number) => void>;

/** Passes on the bytes of `source`, after the first of them have been checked. */
export async function* checkedStream(
  source: AsyncIterable<Buffer>,
  judge: CheckFirstBytes,
): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let count: ((bytes: number) => void) | undefined;
  for await (const chunk of source) {
    bytes += chunk.length;
    head = count ? chunk : Buffer.concat([head, chunk]);
    if (!count && bytes < headBytes) continue;
    count ??= await judge(head.subarray(0, headBytes));
    count(bytes);
    yield head;
  }
  if (count) return;
  (await judge(head))(bytes);
  yield head;
}
