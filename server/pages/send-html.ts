import type { Request, Response } from 'express';
import { readyAnswer, sendReady } from '../http/ready-answer.ts';

/** Sends a whole HTML document, compressed if the browser accepts that. */
export function sendHtml(
  req: Request,
  res: Response,
  html: string,
  { status, cacheControl }: { status: number; cacheControl: string },
): Promise<void> {
  const page = { type: 'text/html; charset=utf-8', cacheControl, isPacked: true };
  return sendReady(req, res.status(status), readyAnswer(Buffer.from(html), page));
}
