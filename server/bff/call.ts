import type { Request, RequestHandler, Response } from 'express';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { mayCall } from '#shared/contract/row.ts';
import { readId } from '#shared/id.ts';
import { isRecord, saysSuccess } from '#shared/json.ts';
import { ownNumber } from '#shared/schemas/fields.ts';
import { AppError, assertThat, methodNotAllowed } from '../errors.ts';
import type { Part } from '../forms/read-form.ts';
import { noteFindings } from '../http/requests.ts';
import type { Session } from './session/session.ts';
import { isSafe, type JsonBody } from './upstream/upstream.ts';

/**
 * Data about a request below /api that its handlers share. `row` is absent for a path that the contract does not
 * list.
 */
export interface Call {
  row?: ContractRow;
  params: Readonly<Record<string, string>>;
  session?: Session;
  /** The complete JSON body of the call, reduced to the fields of its row. */
  json?: JsonBody;
  /** The parts of a form that the upload gate has accepted; they are complete and on disk. */
  parts?: readonly Part[];
  /** Facts from a 2xx answer of the API host: whether its body states a refusal, and the id of a new record. */
  answered?: { isRefusal: boolean; id: unknown };
  /** The email with which this call tries to sign in; absent if the call contains none. */
  tried?: string;
  /** The session that this call has started. */
  started?: Session;
  /** Keeps the form's files on disk until the promise has settled, even if the browser disconnects before. */
  keepFiles?<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Returns the token of the receipt for this call's form, from the `data` of the answer (server/pages/posted-forms).
   * Absent for calls that send no visitor's form.
   */
  receiptOf?(data: unknown): string;
}

const callKey = Symbol('call');
type WithCall = Response & { [callKey]?: Call };

/** Attaches the call to the response; done at the start of the request (`matchCall`). */
export function beginCall(res: Response, call: Call) {
  (res as WithCall)[callKey] = call;
}

/** Returns the call of this response. The handlers of the request read the call and add data to it. */
export function callOf(res: Response) {
  const call = (res as WithCall)[callKey];
  if (!call) throw new Error('callOf: this response is not under /api');
  return call;
}

/** Returns the id in the path of a call about the product's own rows; a number that no row has for another id. */
export function ownIdOf(res: Response) {
  return ownNumber(readId(callOf(res).params.id));
}

/** Returns the name or email of the person who makes the call; null if neither is known. */
export function personOf(res: Response) {
  const user = callOf(res).session?.user;
  return user?.name || user?.email || null;
}

/**
 * Adds `received`, the token of the receipt, to the answer to a visitor's form that was accepted. With the token in
 * its URL, the page shows the receipt again after a reload.
 */
export function withReceipt(res: Response, answer: unknown) {
  const { receiptOf } = callOf(res);
  if (!receiptOf || !isRecord(answer) || !saysSuccess(answer)) return answer;
  return { ...answer, received: receiptOf(answer.data) };
}

/** Methods that are accepted for a path that the contract does not list. */
const anyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Paths of rows that only the site's own pages read from the host (`pageOnly`). For browsers these paths do not
 * exist, with any method.
 */
const pageOnlyPaths = new Set<string>(rows.flatMap((row) => (row.pageOnly ? [row.path] : [])));

/**
 * Finds the contract row of a call by its raw path, and creates the `Call` for the handlers that run later. Throws
 * 404 `request.notFound` for /api itself, for paths that differ only slightly from a row's path, and for `pageOnly`
 * rows; and 405 `request.methodNotAllowed` with Allow if only the method is wrong. A path that the contract does not
 * list is passed on without a row (shared/contract/README.md, "Unlisted paths"). OPTIONS is answered here, without
 * CORS headers, because no other origin may make calls.
 */
export function matchCall(): RequestHandler {
  return (req, res, next) => {
    const path = req.originalUrl.split('?', 1)[0] ?? '';
    const { row, params, allow, nearMiss } = matchContract(req.method, path);
    const isKept = row?.pageOnly || (!row && allow.length > 0 && pageOnlyPaths.has(path));
    if (isKept || nearMiss || path === '/api' || path === '/api/')
      throw new AppError('request.notFound', 404);
    if (req.method === 'OPTIONS') {
      const options = [...(allow.length > 0 ? allow : anyMethod), 'OPTIONS'].join(', ');
      res.status(204).set({ Allow: options, 'Cache-Control': 'no-store' }).end();
      return;
    }
    if (!row && allow.length > 0) {
      throw methodNotAllowed(req.method, allow.join(', '));
    }
    const call: Call = { ...(row && { row }), params };
    beginCall(res, call);
    noteFindings(res, { call });
    next();
  };
}

/**
 * Requires a session for admin rows, and for every unsafe method on a path that the contract does not list
 * (shared/contract/README.md and server/bff/README.md). Throws 401 `session.required`, or 403 `role.notAllowed` if
 * the session's role lacks the right that the row needs. Runs before the body is read. An upstream with roles of its
 * own, such as the embedded engine, checks the right again.
 */
export function requireAccess(): RequestHandler {
  return (req, res, next) => {
    const { row, session } = callOf(res);
    const open = row ? row.access === 'public' : isSafe(req.method);
    if (!open && !session) throw new AppError('session.required', 401);
    if (row) assertThat(mayCall(session?.user?.role, row), 'role.notAllowed', 403);
    next();
  };
}

/**
 * Refuses with 403 an unsafe request that another site made a browser send (server/bff/README.md), before its
 * body is read. Makes three independent checks: Sec-Fetch-Site, which no page can forge; Origin, for browsers without
 * Sec-Fetch-Site; and X-CSRF: 1, which a page of another origin cannot set without a CORS permission that this site
 * never grants.
 */
export function refuseForgedRequests(publicUrl: URL): RequestHandler {
  return (req, _res, next) => {
    if (isSafe(req.method)) {
      next();
      return;
    }
    if (!comesFromOurPages(req, publicUrl)) throw new AppError('csrf.crossSite', 403);
    if (req.headers['x-csrf'] !== '1') throw new AppError('csrf.headerMissing', 403);
    next();
  };
}

/**
 * True unless the browser's headers show that another site caused the request. A request without such headers is
 * accepted.
 */
export function comesFromOurPages(req: Request, publicUrl: URL) {
  const site = req.headers['sec-fetch-site'];
  // `none` means that the person caused the request, e.g. with a bookmark. A value that no browser sends is refused.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = req.headers;
  if (origin === undefined) return true;
  if (origin === publicUrl.origin) return true;
  // The origin at which the request arrived, spelled as browsers spell an origin.
  const address = `${req.protocol}://${req.headers.host ?? ''}`;
  return URL.canParse(address) && origin === new URL(address).origin;
}
