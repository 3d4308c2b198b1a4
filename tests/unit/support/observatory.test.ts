import { expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { gradeOf } from '../../support/observatory.ts';

const ours = Object.fromEntries(
  securityHeaders(new URL('https://studio.example')).map(([name, value]) => [name.toLowerCase(), value]),
);
const html = { 'content-type': 'text/html; charset=utf-8' };
const scan = (headers: Record<string, string | undefined>, cookies: string[] = [], body = '') =>
  gradeOf({ headers: { ...html, ...ours, ...headers }, cookies, body });

it('a site without any header of the kind keeps 30 of its 100 points', () => {
  expect(gradeOf({ headers: html, cookies: [], body: '' })).toMatchObject({ grade: 'D', score: 30 });
});

it.each([
  ['no policy', { 'content-security-policy': undefined }, -25],
  ['inline scripts', { 'content-security-policy': "script-src 'unsafe-inline'" }, -20],
  ['every source of objects', { 'content-security-policy': "script-src 'self'" }, -20],
  ['scripts over http', { 'content-security-policy': "default-src 'self' http://a.example" }, -20],
  ['eval', { 'content-security-policy': "default-src 'self' 'unsafe-eval'" }, -10],
  ['pictures over http', { 'content-security-policy': "default-src 'self'; img-src http:" }, -10],
  ['no HSTS', { 'strict-transport-security': undefined }, -20],
  ['HSTS for a day', { 'strict-transport-security': 'max-age=86400' }, -10],
  ['sniffing', { 'x-content-type-options': undefined }, -5],
  ['an unsafe referrer', { 'referrer-policy': 'unsafe-url' }, -5],
  [
    'CORS for everybody',
    {
      'access-control-allow-origin': 'https://observatory.example',
      'access-control-allow-credentials': 'true',
    },
    -50,
  ],
  ['an unknown opener policy', { 'cross-origin-opener-policy': 'yes' }, -5],
])('%s costs what the published table says', (_name, headers, points) => {
  const { grade, findings } = scan(headers);
  expect(Object.values(findings)).toContain(points);
  expect(grade === 'A+').toBe(points >= -10);
});

it.each([
  ['studio_session=x; HttpOnly; SameSite=Strict', -40],
  ['studio_session=x; Secure; SameSite=Strict', -30],
  ['device=x; HttpOnly', -20],
  ['studio_session=x; Secure; HttpOnly; SameSite=Strict', 5],
])('the cookie %s is worth %i', (cookie, points) => {
  const fine = 'other=x; Secure; HttpOnly; SameSite=Lax';
  expect(Object.values(scan({}, [fine, cookie]).findings)).toContain(points);
});

it('a script of another site needs a hash', () => {
  const script = '<script src="https://cdn.example/a.js"></script>';
  expect(scan({}, [], script).findings).toHaveProperty('scripts of others without a hash', -5);
  expect(scan({}, [], '<script src="/a.js"></script>').grade).toBe('A+');
});

it('what adds points counts only where little was lost', () => {
  expect(scan({ 'strict-transport-security': undefined })).toMatchObject({ score: 80, grade: 'B+' });
});
