import type { Request, Response } from 'express';
import { chooseCoding } from '../http/accept-encoding.ts';
import { pack } from '../http/compress.ts';
import { sendBytes } from '../http/end-with.ts';
import { contentHash, matchesEtag } from '../http/etag.ts';

/** Sends a whole HTML document, compressed if the browser accepts that; with an ETag if it may be cached. */
export async function sendHtml(
  req: Request,
  res: Response,
  html: string,
  { status, cacheControl }: { status: number; cacheControl: string },
): Promise<void> {
  res.status(status).set('Cache-Control', cacheControl).vary('Accept-Encoding');
  if (!/no-store/.test(cacheControl)) {
    // The ETag is weak, because the same page has different bytes in each content coding (gzip, br).
    const etag = `W/"${contentHash(html)}"`;
    res.set('ETag', etag);
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
  }
  const coding = chooseCoding(req.headers['accept-encoding']);
  const body = await pack(Buffer.from(html), coding);
  res.set('Content-Type', 'text/html; charset=utf-8');
  if (coding !== 'identity') res.set('Content-Encoding', coding);
  sendBytes(res, body);
}
