import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isRecord } from '#shared/is-record.ts';
import { KIB, readableBytes } from '#shared/limits.ts';
import { routePattern, routes } from '#shared/routes.ts';
import { countsInMemory } from '../../database/site/counts.ts';
import { assertThat, methodNotAllowed } from '../../errors.ts';
import { isEncoded } from '../../forms/multipart.ts';
import type { MinRate } from '../../http/min-rate.ts';
import { cspDirectives, cspReportPath } from '../../http/security-headers.ts';
import { createLimiter } from '../../limiter.ts';
import { announcedLength, lingerThenClose, sendContinue } from '../uploads/body.ts';
import { parseJson, readWhole } from '../uploads/json-bodies.ts';

const maxBytes = 16 * KIB;
const types = ['application/csp-report', 'application/reports+json'];
/** Maximum number of reports per IP address and minute, of IP addresses that are counted, and of reports per request. */
const reportsPerMinute = 10;
const maxAddresses = 10_000;
const reportsPerRequest = 20;
/** Maximum number of different kinds of violations that are logged, because an attacker can invent kinds. */
const maxKinds = 100;

/**
 * Handles the reports that the content security policy requests from browsers (server/bff/csp-reports/README.md).
 * Anyone can send one, so none is trusted: each kind is logged once, and nothing else happens. An accepted report is
 * answered with 204, even if it is irrelevant; a refused request with 405, 413, 415, 429 with Retry-After, or 400 if
 * the body is not JSON. Browsers send reports without a script, so X-CSRF cannot be required; cookies are ignored.
 */
export function takeCspReports(log: Pick<Logger, 'warn'>, minRate?: MinRate): RequestHandler {
  const kinds = new Set<string>();
  const limiter = createLimiter({
    counts: countsInMemory(() => performance.now()),
    kind: 'csp-report',
    limit: reportsPerMinute,
    windowMs: 60_000,
    maxKeys: maxAddresses,
  });

  async function take(req: Request, res: Response): Promise<void> {
    assertAcceptable(req);
    const taken = await limiter.tryTake(req.ip ?? 'gone');
    res.setHeader('Cache-Control', 'no-store');
    if ('waitMs' in taken) {
      // The answer has no text, because it is read by a browser and not by a person.
      lingerThenClose(req, res);
      const seconds = Math.max(1, Math.ceil(taken.waitMs / 1000));
      res.status(429).set('Retry-After', String(seconds)).end();
      return;
    }
    sendContinue(req, res);
    const report = parseJson(await readWhole(req, res, maxBytes, { minRate }));
    for (const violation of violationsIn(report)) {
      const kind = JSON.stringify(violation);
      if (kinds.has(kind) || kinds.size >= maxKinds) continue;
      kinds.add(kind);
      log.warn(violation, 'a browser reported a violation of the content security policy');
    }
    res.status(204).end();
  }

  return (req, res, next) => {
    if (req.originalUrl.split('?', 1)[0] !== cspReportPath) return next();
    take(req, res).catch((error) => {
      lingerThenClose(req, res);
      next(error);
    });
  };
}

function assertAcceptable(req: Request): void {
  if (req.method !== 'POST') throw methodNotAllowed(req.method, 'POST');
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isReport = types.includes(type) && !isEncoded(req.headers['content-encoding']);
  assertThat(isReport, 'request.typeRefused', 415, { values: { expected: types.join(', ') } });
  const limit = readableBytes(maxBytes);
  assertThat((announcedLength(req) ?? 0) <= maxBytes, 'request.bodyTooLarge', 413, { values: { limit } });
}

/** The part of a report that is logged. It contains no personal data, no query and no path. */
interface Violation {
  /** A directive of this site's content security policy, or `other`. */
  directive: string;
  /** The blocked resource: an origin, a scheme, or a word such as `inline`, `eval`, `data`. */
  blocked: string;
  /** The route of the page in the notation of `shared/routes.ts`, or `other`. */
  route: string;
}

/** The fields of both kinds of reports: CSP Level 2, and the Reporting API. The first that is a text counts. */
const fields = {
  directive: ['effectiveDirective', 'effective-directive', 'violated-directive'],
  blocked: ['blockedURL', 'blocked-uri'],
  page: ['documentURL', 'document-uri', 'url'],
};

/** Returns the violations of a body: of the report of CSP Level 2, or of the Reporting API's list. */
export function violationsIn(body: unknown): Violation[] {
  const listed = Array.isArray(body)
    ? body
        .slice(0, reportsPerRequest)
        .filter((each) => isRecord(each) && each.type === 'csp-violation' && isRecord(each.body))
        .map(({ url, body: report }) => ({ url, ...report }))
    : [isRecord(body) ? body['csp-report'] : undefined].filter(isRecord);
  return listed.map((report) => {
    const textOf = (names: readonly string[]) =>
      String(names.map((name) => report[name]).find((value) => typeof value === 'string' && value) ?? '');
    return violation(textOf(fields.directive), textOf(fields.blocked), textOf(fields.page));
  });
}

function violation(directive: string, blocked: string, page: string): Violation {
  // In `violated-directive` the sources of the directive follow after its name, so only the first word is used.
  // Chromium reports script-src-elem where the policy has script-src, so the ending of a name that is not in the
  // policy is removed.
  const [name = ''] = directive.trim().toLowerCase().split(/\s/, 1);
  const known = [name, name.replace(/-(?:elem|attr)$/, '')].find((each) => cspDirectives.includes(each));
  return { directive: known ?? 'other', blocked: blockedOrigin(blocked.trim()), route: routeOf(page) };
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
function blockedOrigin(blocked: string): string {
  if (words.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const { protocol, origin, hostname } = new URL(blocked);
  if (/^(?:http|ws)s?:$/.test(protocol)) return hostname.length <= 253 ? origin : 'other';
  return /^[a-z][a-z0-9+.-]{0,30}:$/.test(protocol) ? protocol.slice(0, -1) : 'other';
}

const knownRoutes = Object.values(routes).map((route) => ({ route, pattern: routePattern(route) }));

function routeOf(page: string): string {
  if (!/^https?:/i.test(page) || !URL.canParse(page)) return 'other';
  const path = new URL(page).pathname.replace(/(?!^)\/$/, '');
  return knownRoutes.find(({ pattern }) => pattern.test(path))?.route ?? 'other';
}
