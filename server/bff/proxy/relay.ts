import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { endWithBytes } from '../../http/end-with.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { callOf, withReceipt } from '../call.ts';
import { type Capabilities, callMissing } from '../capabilities.ts';
import { presentAnswer } from '../reads/present.ts';
import type { Sessions } from '../session/sessions.ts';
import { asObject, isRefusal } from '../session/sign-in/answer.ts';
import type { RewriteRules } from '../upstream/addresses.ts';
import { browserHeaders, withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { isJson, readJson } from '../upstream/json-answer.ts';
import {
  dumpAnswer,
  hostFailure,
  isRedirect,
  redirectError,
  refusalEnvelope,
  refusalError,
} from '../upstream/refusals.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { sendDownload } from './download.ts';
import { isDownload } from './media-types.ts';

interface RelayOptions {
  sessions: Sessions;
  /** Records from the answers which calls the host supports. */
  capabilities: Capabilities;
  rules: RewriteRules;
  log: Logger;
}

/**
 * Relays an answer of the API host to the browser. A failure before anything was sent is thrown as AppError. A
 * failure after the headers were sent cuts the browser's connection, so that a partial body never passes for a
 * complete one.
 */
export async function relayAnswer(
  answer: UpstreamAnswer,
  req: Request,
  res: Response,
  { sessions, capabilities, rules, log }: RelayOptions,
): Promise<void> {
  const { row, session } = callOf(res);
  if (answer.status === 401 && session) sessions.endRefused(res, session);
  if (answer.status >= 500) throw await hostFailure(answer);
  if (isRedirect(answer.status)) throw redirectError(answer, rules);
  if (row?.download && answer.status < 400) await sendDownload(answer, req, res);
  else if (isEmpty(answer, req)) {
    if (answer.status < 300) await noteNewPassword(undefined, res, sessions, log);
    sendEmpty(answer, res);
  } else if (answer.status >= 400) await sendRefusal(answer, res, capabilities);
  else if (row) await sendJson(answer, res, row, rules, (json) => noteNewPassword(json, res, sessions, log));
  else await sendUnchanged(answer, res);
}

/**
 * Sends a refusal of the host. The text is the host's if the refusal is JSON; if not, or if the host lacks the call,
 * the text is this site's.
 */
async function sendRefusal(answer: UpstreamAnswer, res: Response, capabilities: Capabilities): Promise<void> {
  const { row } = callOf(res);
  const headers = browserHeaders(answer.headers, { sameBytes: false });
  const envelope = isJson(answer) ? refusalEnvelope(answer.status, await readJson(answer)) : undefined;
  if (!envelope) dumpAnswer(answer);
  if (row && capabilities.isMissing(row, answer.status, envelope?.message)) throw callMissing();
  if (!envelope) {
    throw refusalError(answer.status, headers);
  }
  setHead(answer.status, headers, res);
  res.json(envelope);
}

/** Sends the answer to a call of the contract. */
async function sendJson(
  answer: UpstreamAnswer,
  res: Response,
  row: ContractRow,
  rules: RewriteRules,
  received: (json: unknown) => Promise<void>,
): Promise<void> {
  if (!isJson(answer)) throw wrongType(answer);
  const json = await readJson(answer);
  noteAnswer(json, res);
  await received(json);
  await presentAnswer(json, row, rules);
  const { etag: _etag, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  setHead(answer.status, headers, res);
  res.json(withReceipt(res, json));
}

/**
 * Sends the answer for a path that the contract does not list, with its bytes unchanged. Throws AppError if the
 * answer is a page or a script.
 */
async function sendUnchanged(answer: UpstreamAnswer, res: Response): Promise<void> {
  if (!isJson(answer) && !isDownload(answer)) throw wrongType(answer);
  setHead(answer.status, browserHeaders(answer.headers, { sameBytes: true }), res);
  if (answer.bytes) endWithBytes(res, answer.bytes);
  // If the host's or the browser's connection fails, both are destroyed, so that the browser sees a cut connection
  // and never a clean end.
  else await pipeline(answer.body, res).catch(() => {});
}

function sendEmpty(answer: UpstreamAnswer, res: Response): void {
  dumpAnswer(answer);
  const { 'content-type': _type, ...headers } = browserHeaders(answer.headers, { sameBytes: false });
  setHead(answer.status, headers, res);
  res.end();
}

/** Stores the outcome of the call and the id of a new record, for the activity log. */
function noteAnswer(json: unknown, res: Response): void {
  const object = asObject(json) ?? {};
  callOf(res).answered = { isRefusal: isRefusal(object, false), id: asObject(object.data)?.id };
}

/**
 * If the host has accepted a new password, browsers that signed in with the old password no longer count as known.
 * Called for a 2xx answer.
 */
async function noteNewPassword(json: unknown, res: Response, sessions: Sessions, log: Logger): Promise<void> {
  if (callOf(res).row?.name !== contract.changePassword.name) return;
  if (isRefusal(asObject(json) ?? {}, false)) return;
  // A failure of this site's database is only logged: the host has the new password already, so the change must not
  // look failed.
  await sessions.passwordChanged(res).catch((error: unknown) => {
    log.error(
      { id: requestIdOf(res), err: error },
      'device cookies of the old password are not revoked yet; retrying',
    );
  });
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
  dumpAnswer(answer);
  return unusableAnswer(new Error(`content-type ${answer.headers['content-type'] ?? 'missing'}`));
}
