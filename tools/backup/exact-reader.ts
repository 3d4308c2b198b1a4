import { BackupProblem } from './problem.ts';

/** Reads a known number of bytes from a stream. Never unpacks more of a compressed stream than was requested. */
export interface ExactReader {
  /** Yields the next `bytes` bytes in pieces. Throws `BackupProblem` if the stream ends too early. */
  pieces(bytes: number): AsyncGenerator<Buffer>;
  /** Returns the next `bytes` bytes in one piece. */
  take(bytes: number): Promise<Buffer>;
  /** True if no bytes are left in the stream. */
  atEnd(): Promise<boolean>;
}

export function exactReader(source: AsyncIterable<Buffer>): ExactReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** Loads the next bytes into `rest`. Returns false at the end of the stream. */
  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done) return false;
      rest = next.value;
    }
    return true;
  }

  async function* pieces(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (!(await fill())) throw new BackupProblem('The backup is cut short.');
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  return {
    pieces,
    async take(bytes) {
      const taken: Buffer[] = [];
      for await (const piece of pieces(bytes)) taken.push(piece);
      return Buffer.concat(taken);
    },
    atEnd: async () => !(await fill()),
  };
}
