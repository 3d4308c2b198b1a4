import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { CallName } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';

// Answers that the BFF gives itself, without a host.

/**
 * Handles a call that the BFF answers itself. Returns `data` of the envelope, and perhaps its `message`; nothing if the
 * answer was sent already.
 */
export type OwnCall = (req: Request, res: Response) => unknown;

/** Handlers of calls, by the names of their contract rows. */
export type OwnCalls = Partial<Record<CallName, OwnCall>>;

/** Rows on a page of waiting forms or of redirects, if the call does not say how many. */
export const usualPage = 20;

/** Returns one page of a complete list, as the contract has it (shared/contract/README.md, "Answers"). */
export function slice<Row>(rows: readonly Row[], page = 1, size: number = limits.pageSize) {
  return {
    data: rows.slice((page - 1) * size, page * size),
    current_page: page,
    last_page: Math.max(1, Math.ceil(rows.length / size)),
    per_page: size,
    total: rows.length,
  };
}

/**
 * Sends content as a download that browsers never display, because unknown visitors may have written it. If the client
 * disconnects, `chunks` is not read to its end.
 */
export async function sendDownload(
  req: Request,
  res: Response,
  { name, ...headers }: { name: string; 'Content-Type': string; 'Content-Length'?: string },
  chunks: () => AsyncIterable<Buffer | string>,
) {
  res.attachment(name).set({ ...headers, 'Content-Security-Policy': "sandbox; default-src 'none'" });
  if (req.method === 'HEAD') res.end();
  else await pipeline(Readable.from(chunks(), { objectMode: false }), res).catch(() => {});
}
