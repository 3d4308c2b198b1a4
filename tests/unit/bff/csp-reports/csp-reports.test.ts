import { expect, it } from 'vitest';
import { violationIn } from '../../../../server/bff/csp-reports/csp-reports.ts';

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
  expect(violationIn({ 'csp-report': { 'blocked-uri': blocked } })).toEqual({
    directive: 'other',
    blocked: kept,
    route: 'other',
  });
});
