import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/** All methods that any address of this server accepts. */
const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const usualText = [...usual].join(', ');

/** These headers turn an allowed POST into another method at the host, where this site's rules no longer apply. */
function overridesInHeaders(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-http-method-override'] !== undefined ||
    headers['x-http-method'] !== undefined ||
    headers['x-method-override'] !== undefined
  );
}

/** 400: the request asks to be treated as another method. */
export function methodOverridden(): AppError {
  return new AppError('request.methodRefused', 400, { values: { method: 'overridden' } });
}

/** True for the field by which Laravel, Rails and others turn a POST into another method. */
export function isMethodOverride(name: string): boolean {
  // PHP drops leading spaces, ends a name at NUL, and writes `_` for characters that its variables may not contain.
  const read = name
    .replace(/^ +/, '')
    .replace(/\0.*$/s, '')
    .replace(/[ .]|\[(?!.*\])/gs, '_');
  return /^_method(\[|$)/i.test(read);
}

const mayNameMethod = /method|%/i;

function overridesInQuery(target: string): boolean {
  const at = target.indexOf('?');
  // The query contains its name, or characters that may encode it.
  if (at < 0 || !mayNameMethod.test(target)) return false;
  // Some hosts treat `;` like `&`.
  return target
    .slice(at + 1)
    .split(/[&;]/)
    .some((pair) => isMethodOverride(decodedName(pair.split('=', 1)[0] ?? '')));
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/**
 * Refuses unusual requests: TRACE and similar methods (405), method overrides in headers or query (400), connection
 * upgrades (400), expectations other than 100-continue (417), and a body on GET or HEAD (400), which one server reads
 * as a body and the next as a second request (RFC 9110 §9.3.1). CONNECT never reaches this pass: see
 * http/raw-answers.ts.
 */
export function refuseUnusualMethods(): RequestHandler {
  return (req, _res, next) => {
    const { method, headers } = req;
    if (!usual.has(method)) {
      throw new AppError('request.methodRefused', 405, { values: { method }, headers: { Allow: usualText } });
    }
    if (overridesInHeaders(headers) || overridesInQuery(req.url)) {
      throw methodOverridden();
    }
    if (headers.upgrade !== undefined) throw new AppError('request.upgradeRefused', 400);
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
      throw new AppError('request.expectRefused', 417);
    }
    if ((method === 'GET' || method === 'HEAD') && hasBody(req)) {
      throw new AppError('request.bodyRefused', 400, { values: { method } });
    }
    next();
  };
}

/** True for a GET or HEAD with no unusual feature: this pass would accept it, regardless of its target. */
export function isPlainRead({ method, headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    httpVersionMinor === 1 &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.upgrade === undefined &&
    headers.expect === undefined &&
    !overridesInHeaders(headers)
  );
}

/** RFC 9112 §6.3: a request has a body if it states a length or a transfer coding. */
function hasBody(req: Request): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0);
}
