import fc from 'fast-check';
import request from 'supertest';
import { beforeAll, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { stubSite } from '../../support/stub-site.ts';
import { adminRead, probe, setCookies } from './calls.ts';

const name = 'studio_session';
const cleared = [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`];
const site = stubSite();
let good: string;
beforeAll(() => {
  good = site.cookie;
});

it.each<[string, () => string]>([
  ['empty', () => `${name}=`],
  ['changed in one place', () => good.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['JSON for cookie-parser', () => `${name}=j:{"id":"1","token":"t","issuedAt":1,"renewedAt":9e15}`],
  ['of bad percent signs', () => `${name}=%E0%A4%A`],
  ['of 8 KB', () => `${name}=Fe26.2*1*${'a'.repeat(8000)}`],
])(
  'a cookie that is %s is none: dropped when it is noticed, and the host sees nothing',
  async (_what, cookie) => {
    const answer = await adminRead(site.app.url, cookie());
    expect([answer.status, answer.body.code]).toEqual([401, 'session.required']);
    expect(setCookies(answer)).toEqual(cleared);
    expect(site.stub.requests).toEqual([]);
    const visit = await request(site.app.url).get(callPath(contract.activeBlogs)).set('Cookie', cookie());
    expect([visit.status, setCookies(visit)]).toEqual([200, []]);
    expect(site.stub.last().header('authorization')).toBeUndefined();
    const asked = await probe(site.app.url, cookie());
    expect(asked.body).toEqual({ status: 1, data: { authenticated: false } });
    expect(setCookies(asked)).toEqual(cleared);
  },
);

it.each([
  ['under the https name', () => good.replace(name, `__Host-${name}`)],
  ['of another case', () => good.replace(name, name.toUpperCase())],
])('a cookie %s is of somebody else', async (_what, cookie) => {
  await adminRead(site.app.url, cookie()).expect(401);
});

it('is no reason for a cookie to a visitor who has none', async () => {
  expect(setCookies(await probe(site.app.url))).toEqual([]);
  expect(setCookies(await adminRead(site.app.url))).toEqual([]);
});

it('of two cookies the first counts: the one with the longer path (RFC 6265 §5.4)', async () => {
  await adminRead(site.app.url, `${good}; ${name}=planted`).expect(200);
  await adminRead(site.app.url, `${name}=planted; ${good}`).expect(401);
});

it('any Cookie header is answered, and never with a 5xx', async () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.constantFrom(name, `${name}=`, 'j:', 'j:{"a":', 's:', '%', '%00', '__proto__=1', ';', '=', '"'),
    fc.constantFrom('Fe26.2*1*', '**', '*a*b', '~2', '~', 'Fe26.2*1*a*b*c*99999999999999*d*e~2'),
    fc.nat({ max: 400 }).map((at) => good.slice(0, at)),
    fc.nat({ max: 400 }).map((at) => good.slice(at)),
  );
  // HTTP clients and servers allow only these characters in a header.
  const header = fc.array(part, { maxLength: 8 }).map((parts) => parts.join('').replace(/[^\x20-\x7e]/g, ''));
  await fc.assert(
    fc.asyncProperty(header, fc.boolean(), async (text, named) => {
      const cookie = named ? `${name}=${text}` : text;
      const { status } = await adminRead(site.app.url, cookie);
      expect(cookie.includes(good) ? [200, 401] : [401]).toContain(status);
      await probe(site.app.url, cookie).expect(200);
    }),
    { numRuns: 150 },
  );
});
