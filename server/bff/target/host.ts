import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

/**
 * Refuses a request with no Host header, with several, or with an invalid one (RFC 9112 §3.2): 400 `request.badHost`,
 * and the connection is closed. If this server and the next one used different Host headers, an attacker could get
 * links with a forged name into caches and mails. Only HTTP/1.0 may omit the header.
 */
export function refuseInvalidHosts(): RequestHandler {
  return (req, _res, next) => {
    if (!hasValidHost(req)) throw new AppError('request.badHost', 400, { headers: { Connection: 'close' } });
    next();
  };
}

/** True if a request has exactly one Host header with a valid name; for HTTP/1.0 also if it has none. */
export function hasValidHost(req: IncomingMessage): boolean {
  const lines = hostLines(req);
  return lines === 1 ? isHost(req.headers.host ?? '') : lines === 0 && req.httpVersion === '1.0';
}

/** Counts the Host headers of a request, because `req.headers` contains only the first of them. */
function hostLines(req: IncomingMessage): number {
  let lines = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

/** The last name that was found valid. Nearly every request has the same name, which need not be checked again. */
let lastValid = '';

/** True for a host name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 9110 §7.2). */
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

/**
 * Matches only names that can be in DNS. The grammar of RFC 9110 also allows commas, `%` and `*`, which do not match.
 */
const plainHost = /^([a-z0-9_](?:[a-z0-9._-]{0,252}[a-z0-9_.])?|\[([0-9a-f:.]{2,45})\])(?::(\d{0,5}))?$/i;
