import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isRecord } from '#shared/json.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { routeOf } from '#shared/routes.ts';
import { assertThat, methodNotAllowed } from '../../errors.ts';
import { isEncoded } from '../../forms/multipart.ts';
import type { MinRate } from '../../http/connections.ts';
import { cspReportPath } from '../../http/security-headers.ts';
import { announcedLength, lingerThenClose, parseJson, readWhole, sendContinue } from '../uploads/bodies.ts';

const maxBytes = 16 * KIB;
const expected = 'application/csp-report';
/** Maximum number of different kinds of violations that are logged, because an attacker can invent kinds. */
const maxKinds = 100;

/**
 * Handles the reports that the content security policy requests from browsers (server/bff/csp-reports/README.md).
 * Anyone can send one, so none is trusted: each kind is logged once, and nothing else happens. An accepted report is
 * answered with 204, even if it is irrelevant; a refused request with 405, 413, 415, or 400 if the body is not JSON.
 * Browsers send reports without a script, so X-CSRF cannot be required; cookies are ignored.
 */
export function takeCspReports(log: Pick<Logger, 'warn'>, minRate?: MinRate): RequestHandler {
  const kinds = new Set<string>();

  async function take(req: Request, res: Response) {
    assertAcceptable(req);
    sendContinue(req, res);
    const violation = violationIn(parseJson(await readWhole(req, res, maxBytes, minRate)));
    const kind = JSON.stringify(violation);
    if (violation && !kinds.has(kind) && kinds.size < maxKinds) {
      kinds.add(kind);
      log.warn(violation, 'a browser reported a violation of the content security policy');
    }
    res.status(204).set('Cache-Control', 'no-store').end();
  }

  return (req, res, next) => {
    if (req.path !== cspReportPath) return next();
    take(req, res).catch((error) => {
      lingerThenClose(req, res);
      next(error);
    });
  };
}

function assertAcceptable(req: Request) {
  if (req.method !== 'POST') throw methodNotAllowed(req.method, 'POST');
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const isReport = type === expected && !isEncoded(req.headers['content-encoding']);
  assertThat(isReport, 'request.typeRefused', 415, { values: { expected } });
  const limit = readableBytes(maxBytes);
  assertThat((announcedLength(req) ?? 0) <= maxBytes, 'request.bodyTooLarge', 413, { values: { limit } });
}

/** Returns what is logged of a report: no personal data, no query and no path. Undefined if the body is no report. */
export function violationIn(body: unknown) {
  const report = isRecord(body) ? body['csp-report'] : undefined;
  if (!isRecord(report)) return undefined;
  const textOf = (name: string) => {
    const value = report[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    directive: /^[a-z-]{1,40}$/.exec(textOf('effective-directive'))?.[0] ?? 'other',
    blocked: blockedOrigin(textOf('blocked-uri')),
    /** The route of the page in the notation of `shared/routes.ts`. */
    route: URL.canParse(textOf('document-uri'))
      ? (routeOf(new URL(textOf('document-uri')).pathname) ?? 'other')
      : 'other',
  };
}

/**
 * Words that browsers send instead of a URL: those of CSP Level 3 §5.4, and some others. The list is fixed, because
 * any other text could come from an attacker.
 */
const words = /^(?:inline|eval|wasm-eval|self|data|blob|trusted-types-policy|trusted-types-sink)$/;

/**
 * Returns the origin of a blocked URL. For the URL of a browser extension or of a file, returns only the scheme: the
 * rest contains the extension's id, or may contain a person's name.
 */
function blockedOrigin(blocked: string) {
  if (words.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const { protocol, origin, hostname } = new URL(blocked);
  if (/^(?:http|ws)s?:$/.test(protocol)) return hostname.length <= 253 ? origin : 'other';
  return /^[a-z][a-z0-9+.-]{0,30}:$/.test(protocol) ? protocol.slice(0, -1) : 'other';
}
