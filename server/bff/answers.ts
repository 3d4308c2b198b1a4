import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

// Answers that the BFF gives itself, without a host.

/** Returns one page of a list, as the contract has it (shared/contract/README.md, "Answers"). */
export function pageOf<Row>(all: readonly Row[], { page = 1, per_page = 20 }) {
  return {
    data: all.slice((page - 1) * per_page, page * per_page),
    current_page: page,
    last_page: Math.max(1, Math.ceil(all.length / per_page)),
    per_page,
    total: all.length,
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
