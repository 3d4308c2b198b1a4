import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/**
 * Refuses a request that names no host, several, or something that is none (RFC 9112 §3.2): 400 `request.badHost`, and the
 * connection closes. Of two Host lines Node takes the first and the next server perhaps the last; whoever gets between them
 * fills caches and mails with links of their own. HTTP/1.0 may leave the header out.
 */
export function refuseInvalidHosts(): RequestHandler {
  return (req, _res, next) => {
    if (!hasValidHost(req)) throw new AppError('request.badHost', 400, { headers: { Connection: 'close' } });
    next();
  };
}

/** True when a request names one host, and that is one. */
export function hasValidHost(req: IncomingMessage): boolean {
  const lines = hostLines(req);
  return lines === 1 ? isHost(req.headers.host ?? '') : lines === 0 && req.httpVersion === '1.0';
}

/** How many Host lines came. `req.headers` knows only the first. */
function hostLines(req: IncomingMessage): number {
  let lines = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

/** The name that was asked for last: nearly every request names the same. */
let lastValid = '';

/** A host name, an IPv4 address or an IPv6 address in brackets, and perhaps a port (RFC 9110 §7.2). */
function isHost(value: string): boolean {
  if (value === lastValid && value !== '') return true;
  const isValid = isHostName(value);
  if (isValid) lastValid = value;
  return isValid;
}

function isHostName(value: string): boolean {
  const [, name = '', address, port = ''] = plainHost.exec(value) ?? [];
  if (!name || Number(port) > 65_535) return false;
  return address === undefined || isIPv6(address);
}

/** Of the names that the grammar allows only those that a name server could know, so none with a comma, `%` or `*`. */
const plainHost = /^([a-z0-9_](?:[a-z0-9._-]{0,252}[a-z0-9_.])?|\[([0-9a-f:.]{2,45})\])(?::(\d{0,5}))?$/i;
