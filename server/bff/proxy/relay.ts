import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import { callOf } from '../call.ts';
import { presentAnswer } from '../reads/present.ts';
import type { Sessions } from '../session/session.ts';
import type { OwnPlaces } from '../upstream/addresses.ts';
import { browserHeaders, withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { isJson, readJson } from '../upstream/json-answer.ts';
import {
  discard,
  hostFailure,
  isRedirect,
  redirectError,
  refusalEnvelope,
  refusalError,
} from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { sendDownload } from './download.ts';
import { isDownload } from './media-types.ts';

/**
 * Gives an answer of the API host to the browser. Throws AppError as long as nothing was sent; once the headers are out
 * a failure cuts the browser's connection, so that half a body is never taken for a whole one.
 */
export async function relayAnswer(
  answer: UpstreamAnswer,
  req: Request,
  res: Response,
  sessions: Sessions,
  places: OwnPlaces,
): Promise<void> {
  const { row, session } = callOf(res);
  if (answer.status === 401 && session) sessions.clearRefused(res, session);
  if (answer.status >= 500) throw await hostFailure(answer);
  if (isRedirect(answer.status)) throw redirectError(answer, places);
  if (row?.download && answer.status < 400) await sendDownload(answer, req, res);
  else if (isEmpty(answer, req)) sendEmpty(answer, res);
  else if (answer.status >= 400) await sendRefusal(answer, res);
  else if (row) await sendJson(answer, res, row, places);
  else await sendUnchanged(answer, res);
}

/** A refusal of the host in its own words where it has any that are JSON, and in ours otherwise. */
async function sendRefusal(answer: UpstreamAnswer, res: Response): Promise<void> {
  const headers = browserHeaders(answer.headers, { sameBytes: false });
  const envelope = isJson(answer) ? refusalEnvelope(answer.status, await readJson(answer)) : undefined;
  if (!envelope) {
    discard(answer);
    throw refusalError(answer.status, headers);
  }
  setHead(answer.status, headers, res);
  res.json(envelope);
}

/** The answer to a call of the contract. */
async function sendJson(
  answer: UpstreamAnswer,
  res: Response,
  row: ContractRow,
  places: OwnPlaces,
): Promise<void> {
  if (!isJson(answer)) throw wrongType(answer);
  const body = presentAnswer(await readJson(answer), row, places);
  const { etag: _etag, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  setHead(answer.status, headers, res);
  res.json(body);
}

/** The answer at a path that the contract does not list: its bytes as they are, unless they are a page or a script. */
async function sendUnchanged(answer: UpstreamAnswer, res: Response): Promise<void> {
  if (!isJson(answer) && !isDownload(answer)) throw wrongType(answer);
  setHead(answer.status, browserHeaders(answer.headers, { sameBytes: true }), res);
  // When either side fails, both are destroyed: the browser sees a cut connection and never a clean end.
  await pipeline(answer.body, res).catch(() => {});
}

function sendEmpty(answer: UpstreamAnswer, res: Response): void {
  discard(answer);
  const { 'content-type': _type, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  setHead(answer.status, headers, res);
  res.end();
}

function setHead(status: number, headers: Record<string, string>, res: Response): void {
  res.status(status).set(withCacheRule(headers, callOf(res).session !== undefined));
}

function isEmpty(answer: UpstreamAnswer, req: Request): boolean {
  return (
    req.method === 'HEAD' ||
    [204, 205, 304].includes(answer.status) ||
    answer.headers['content-length'] === '0'
  );
}

function wrongType(answer: UpstreamAnswer): Error {
  discard(answer);
  return unusableAnswer(new Error(`content-type ${answer.headers['content-type'] ?? 'missing'}`));
}
