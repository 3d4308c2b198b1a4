import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCspReports } from '../../../../server/bff/csp-reports/csp-reports.ts';
import { violationsIn } from '../../../../server/bff/csp-reports/violations.ts';
import { cspDirectives } from '../../../../server/http/security-headers.ts';

const directives = new Set(cspDirectives);
const page = 'https://studio.example/view-blog/7?utm=someone#part';

/** Returns the stored violation of one report of the older kind. */
const kept = (blocked: string, directive = 'img-src', from = page) =>
  violationsIn(
    { 'csp-report': { 'document-uri': from, 'effective-directive': directive, 'blocked-uri': blocked } },
    directives,
  )?.[0];

describe('what is kept of a report', () => {
  it.each([
    ['https://user:word@evil.example:8443/path?q=1', 'https://evil.example:8443'],
    ['inline', 'inline'],
    ['data', 'data'],
    ['data:image/png;base64,AAAA', 'data'],
    ['blob:https://studio.example/1b2c', 'blob'],
    ['file:///C:/Users/Ayesha/x.js', 'file'],
    ['ayesha@example.com', 'other'],
    ['<script>', 'other'],
    ['', 'other'],
    [`https://${'a'.repeat(300)}.example/`, 'other'],
  ])('of %j only %j', (blocked, expected) => {
    expect(kept(blocked)?.blocked).toBe(expected);
  });
});

describe('the counts', () => {
  const started = () => {
    const lines: unknown[] = [];
    const clock = { now: 0 };
    const log = { warn: (fields: unknown) => lines.push(fields) } as Partial<Logger> as Logger;
    return { lines, clock, reports: createCspReports(log, () => clock.now) };
  };
  const violation = { directive: 'script-src', blocked: 'inline', route: '/' };

  it('a hundred kinds are kept, whoever makes up more', () => {
    const { reports, lines } = started();
    for (let index = 0; index < 1_000; index += 1) {
      reports.note({ ...violation, blocked: `https://${index}.example` });
    }
    reports.note({ ...violation, blocked: 'https://7.example' });
    expect(lines).toHaveLength(100);
    expect(reports.stats()).toMatchObject({ received: 1_001, unkept: 900 });
    expect(reports.stats().kinds).toHaveLength(100);
  });
});
