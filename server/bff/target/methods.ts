import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';
import { hasBody } from '../../http/connections.ts';

/** The only methods that this server accepts. It refuses a request with another method for every path. */
const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const usualText = [...usual].join(', ');

/**
 * True if a header asks the host to treat a request as another method. This site would check e.g. a POST, and the
 * host would then execute a DELETE, which this site has not checked.
 */
function overridesInHeaders(headers: IncomingHttpHeaders): boolean {
  return (
    headers['x-http-method-override'] !== undefined ||
    headers['x-http-method'] !== undefined ||
    headers['x-method-override'] !== undefined
  );
}

/** Returns the error 400 for a request that asks to be treated as another method. */
export function methodOverridden(): AppError {
  return new AppError('request.methodRefused', 400, { values: { method: 'overridden' } });
}

/** True for the name of the field by which Laravel, Rails and others turn a POST into another method. */
export function isMethodOverride(name: string): boolean {
  // Reads the name as PHP does: without leading spaces, cut at NUL, and with `_` for characters that may not occur in
  // PHP's variable names. Only the beginning is read, since a sender chooses the length of a name.
  const [bare = ''] = name.replace(/^ +/, '').split('\0', 1);
  const closed = bare.lastIndexOf(']');
  const read = bare.slice(0, 8).replace(/[ .[]/g, (sign, at) => (sign === '[' && at < closed ? sign : '_'));
  return /^_method(\[|$)/i.test(read);
}

const mayNameMethod = /method|%/i;

function overridesInQuery(target: string): boolean {
  const at = target.indexOf('?');
  // The query is examined only if it contains part of the field's name, or `%`, with which the name may be encoded.
  if (at < 0 || !mayNameMethod.test(target)) return false;
  // Some hosts also separate fields at `;`, so both `&` and `;` count as separators here.
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
 * upgrades (400), expectations other than 100-continue (417), and a body on GET or HEAD (400), because some servers
 * would read the bytes of this body as a second request (RFC 9110 §9.3.1). CONNECT never gets here: see
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

/**
 * True for a GET or HEAD without any unusual feature: `refuseUnusualMethods` would accept it. The target is not
 * checked.
 */
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
