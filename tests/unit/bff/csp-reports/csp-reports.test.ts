import { expect, it, vi } from 'vitest';
import { anyReport, createCspReports } from '../../../../server/bff/csp-reports/csp-reports.ts';

it.each([
  ['https://user:word@evil.example:8443/path?q=1', 'https://evil.example:8443'],
  ['inline', 'inline'],
  ['data:image/png;base64,AAAA', 'data'],
  ['blob:https://studio.example/1b2c', 'blob'],
  ['file:///C:/Users/Ayesha/x.js', 'file'],
  ['ayesha@example.com', 'other'],
  ['', 'other'],
  [`https://${'a'.repeat(300)}.example/`, 'other'],
])('of the blocked %j only %j is kept', (blocked, kept) => {
  expect(anyReport.parse({ 'csp-report': { 'blocked-uri': blocked } })).toEqual([
    { directive: 'other', blocked: kept, route: 'other' },
  ]);
});

it('a hundred kinds are kept, whoever makes up more', () => {
  const log = { warn: vi.fn() };
  const reports = createCspReports(log);
  const violation = { directive: 'script-src', blocked: 'inline', route: '/' };
  for (let index = 0; index < 1_000; index += 1)
    reports.note({ ...violation, blocked: `https://${index}.example` });
  reports.note({ ...violation, blocked: 'https://7.example' });
  expect(log.warn).toHaveBeenCalledTimes(100);
  expect(reports.stats()).toEqual({ received: 1_001, refused: 0, unkept: 900 });
});
