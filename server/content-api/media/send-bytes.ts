import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Aborted when whoever asked has gone before they had the whole answer: then nobody reads on for them. */
export function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  else res.once('close', () => res.writableFinished || gone.abort());
  return gone.signal;
}

/**
 * Sends `body` as the rest of the answer. A reader who leaves is no fault; any other failure rejects and has destroyed the answer, so
 * that no half file seems whole.
 */
export async function sendBytes(body: Readable, res: ServerResponse, gone: AbortSignal): Promise<void> {
  try {
    await pipeline(body, res);
  } catch (error) {
    if (!gone.aborted && (error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
