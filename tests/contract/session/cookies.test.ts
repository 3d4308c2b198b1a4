import fc from 'fast-check';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { adminRead, cookieOf, probe, setCookies, signIn } from './calls.ts';

const name = 'studio_session';
const cleared = [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`];
let stub: StubUpstream;
let app: TestApp;
let good: string;
beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url });
  good = cookieOf(await signIn(app.url, stub.admin));
});
afterAll(async () => {
  await app.close();
  await stub.close();
});
beforeEach(() => {
  stub.requests.length = 0;
});

describe('a cookie that does not open', () => {
  const forged: [string, () => string][] = [
    ['forged', () => `${name}=forged`],
    ['empty', () => `${name}=`],
    ['cut', () => good.slice(0, -20)],
    ['longer', () => `${good}x`],
    ['changed in one place', () => good.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['JSON for cookie-parser', () => `${name}=j:{"id":"1","token":"t","issuedAt":1,"renewedAt":9e15}`],
    ['a JSON list', () => `${name}=j:["${good.slice(name.length + 1)}"]`],
    ['of bad percent signs', () => `${name}=%E0%A4%A`],
    ['of 8 KB', () => `${name}=Fe26.2*1*${'a'.repeat(8000)}`],
    ['under the https name', () => good.replace(name, `__Host-${name}`)],
    ['of another case', () => good.replace(name, name.toUpperCase())],
  ];

  it.each(forged)('%s: 401, the host sees nothing', async (_what, cookie) => {
    const answer = await adminRead(app.url, cookie());
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('session.required');
    expect(stub.requests).toEqual([]);
  });

  it.each(forged.slice(0, 9))(
    '%s: is as if absent for a visitor, and dropped when it is noticed',
    async (_what, cookie) => {
      const visit = await request(app.url).get(callPath(contract.activeBlogs)).set('Cookie', cookie());
      expect(visit.status).toBe(200);
      expect(setCookies(visit)).toEqual([]);
      expect(stub.last().header('authorization')).toBeUndefined();

      const asked = await probe(app.url, cookie());
      expect(asked.status).toBe(200);
      expect(asked.body).toEqual({ status: 1, data: { authenticated: false } });
      expect(setCookies(asked)).toEqual(cleared);
      expect(setCookies(await adminRead(app.url, cookie()))).toEqual(cleared);
    },
  );

  it('does not hinder a sign-in', async () => {
    const answer = await signIn(app.url, stub.admin, `${name}=forged`);
    expect(answer.status).toBe(200);
    expect(setCookies(answer).filter((line) => line.startsWith(`${name}=`))).toHaveLength(1);
    expect((await adminRead(app.url, cookieOf(answer))).status).toBe(200);
  });

  it('is no reason for a cookie to a visitor who has none', async () => {
    expect(setCookies(await probe(app.url))).toEqual([]);
    expect(setCookies(await adminRead(app.url))).toEqual([]);
  });
});

describe('two cookies of the name', () => {
  it('the first counts: the one with the longer path (RFC 6265 §5.4)', async () => {
    expect((await adminRead(app.url, `${good}; ${name}=planted`)).status).toBe(200);
    expect((await adminRead(app.url, `${name}=planted; ${good}`)).status).toBe(401);
  });
});

describe('any Cookie header', () => {
  it('is answered, and never with a 5xx', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      fc.constantFrom(
        name,
        `${name}=`,
        'j:',
        'j:{"a":',
        's:',
        '%',
        '%00',
        '__proto__=1',
        'constructor=',
        ';',
        '=',
      ),
      fc.constantFrom('Fe26.2*1*', '**', '*a*b', '~2', '~', '"', 'Fe26.2*1*a*b*c*99999999999999*d*e~2'),
      fc.nat({ max: 400 }).map((at) => good.slice(0, at)),
      fc.nat({ max: 400 }).map((at) => good.slice(at)),
    );
    const header = fc.array(part, { maxLength: 8 }).map((parts) =>
      // HTTP clients and servers allow only these characters in a header.
      parts.join('').replace(/[^\x20-\x7e]/g, ''),
    );
    await fc.assert(
      fc.asyncProperty(header, fc.boolean(), async (text, named) => {
        const cookie = named ? `${name}=${text}` : text;
        const answer = await adminRead(app.url, cookie);
        expect([200, 401]).toContain(answer.status);
        if (!cookie.includes(good)) expect(answer.status).toBe(401);
        expect((await probe(app.url, cookie)).status).toBe(200);
      }),
      { numRuns: 150 },
    );
  });
});

describe('an answer to a session', () => {
  it('is no-store', async () => {
    const visit = await request(app.url).get(callPath(contract.activeBlogs)).set('Cookie', good);
    expect(visit.status).toBe(200);
    expect(visit.headers['cache-control']).toBe('no-store');
  });

  it('sets no cookie of its own while the session is young', async () => {
    expect(setCookies(await adminRead(app.url, good))).toEqual([]);
  });
});
