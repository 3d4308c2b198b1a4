import type { Request, RequestHandler, Response } from 'express';
import { KIB, readableBytes } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import { isEncoded } from '../../forms/multipart.ts';
import type { MinRate } from '../../http/min-rate.ts';
import { cspDirectives, cspReportPath } from '../../http/security-headers.ts';
import { announcedLength, lingerThenClose, sendContinue } from '../uploads/body.ts';
import { parseJson, readWhole } from '../uploads/json-bodies.ts';
import type { CspReports } from './csp-reports.ts';
import { violationsIn } from './violations.ts';

const maxBytes = 16 * KIB;
const types = ['application/csp-report', 'application/reports+json'];
const directives = new Set(cspDirectives);

/**
 * Handles the reports that the content security policy requests from browsers (server/bff/csp-reports/README.md). An
 * accepted report is answered with 204, even if it is irrelevant; a refused request with 405, 413, 415, 429 with
 * Retry-After, or 400 if the body is not JSON. Browsers send reports without a script, so X-CSRF cannot be required;
 * cookies are ignored, and only counters change.
 */
export function takeCspReports(reports: CspReports, minRate?: MinRate): RequestHandler {
  return (req, res, next) => {
    if (req.originalUrl.split('?', 1)[0] !== cspReportPath) {
      next();
      return;
    }
    take(req, res, reports, minRate).catch((error) => {
      reports.refuse();
      lingerThenClose(req, res);
      next(error);
    });
  };
}

async function take(req: Request, res: Response, reports: CspReports, minRate?: MinRate): Promise<void> {
  if (req.method !== 'POST') {
    const values = { method: req.method, allow: 'POST' };
    throw new AppError('request.methodNotAllowed', 405, { values, headers: { Allow: 'POST' } });
  }
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type) || isEncoded(req.headers['content-encoding'])) {
    throw new AppError('request.typeRefused', 415, { values: { expected: types.join(', ') } });
  }
  if ((announcedLength(req) ?? 0) > maxBytes) {
    throw new AppError('request.bodyTooLarge', 413, { values: { limit: readableBytes(maxBytes) } });
  }
  const seconds = await reports.waitFor(req.ip ?? 'gone');
  res.setHeader('Cache-Control', 'no-store');
  if (seconds > 0) {
    // The answer has no text, because it is read by a browser and not by a person.
    reports.refuse();
    lingerThenClose(req, res);
    res.status(429).set('Retry-After', String(seconds)).end();
    return;
  }
  sendContinue(req, res);
  const parsed = parseJson(await readWhole(req, res, maxBytes, { minRate }));
  const violations = violationsIn(parsed, directives);
  if (violations) violations.forEach(reports.note);
  else reports.refuse();
  res.status(204).end();
}
