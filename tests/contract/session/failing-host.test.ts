import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { answerSignIn, setCookies, signIn, visible } from './calls.ts';

const site = stubSite();

describe('a host that does not say yes', () => {
  it('422 with fields, or 200 with status 0: 401, and nothing of its answer', async () => {
    for (const told of [422, 200]) {
      answerSignIn(site.stub, told, { status: 0, message: 'x', errors: { email: ['No such account.'] } });
      const { status, body } = await signIn(site.app.url, site.stub.admin);
      const wrong = { status: 0, code: 'login.wrong', message: messages['login.wrong'] };
      expect([status, body]).toEqual([401, wrong]);
    }
  });

  it.each<[string, number, unknown, number, string]>([
    ['504', 504, 'secret-trace', 504, 'upstream.failed'],
    ['419', 419, { message: 'CSRF token mismatch.' }, 502, 'upstream.badAnswer'],
    ['a redirect', 302, '', 502, 'upstream.badAnswer'],
    ['JSON that breaks at the token', 200, '{"token":secret-trace}', 502, 'upstream.badAnswer'],
    ['a huge answer', 200, { token: 'x', pad: 'y'.repeat(1024 * 1024) }, 502, 'upstream.badAnswer'],
    ['a token that no header can carry', 200, { token: 'a\r\nx-admin: secret-trace' }, 502, 'login.noToken'],
  ])('%s: a clear error, no cookie, and no wrong try', async (_what, status, body, expected, code) => {
    // Six of each would exceed the limit of five, if they counted.
    for (let count = 0; count < 6; count += 1) {
      // Five failures in a row would open the breaker; a successful read between them prevents that.
      await fetch(`${site.app.url}/storage/none.png`);
      answerSignIn(site.stub, status, body);
      const answer = await signIn(site.app.url, site.stub.admin);
      expect([answer.status, answer.body.code, setCookies(answer)]).toEqual([expected, code, []]);
      expect(visible(answer)).not.toContain('secret-trace');
    }
    expect(JSON.stringify(site.app.logLines)).not.toMatch(/secret-t|correct horse/);
  });

  it('that throttles: 429 with its wait, or with a minute if that is rubbish', async () => {
    for (const [given, seconds, minutes] of [
      ['soon\u00e9', '60', 1],
      ['121', '121', 3],
    ] as const) {
      answerSignIn(site.stub, 429, {}, { 'content-type': 'application/json', 'retry-after': given });
      const { status, headers, body } = await signIn(site.app.url, site.stub.admin);
      expect([status, headers['retry-after']]).toEqual([429, seconds]);
      expect(body.message).toContain(`${minutes} min `);
    }
  });

  it('that resets, cuts or never answers: 502 and 504, and no wrong try', async () => {
    const impatient = await startTestApp({ UPSTREAM_URL: site.stub.url, UPSTREAM_TIMEOUT_MS: '500' });
    try {
      const cases = [
        [{ kind: 'cutBody' }, 502],
        [{ kind: 'raw', bytes: 'HTTP/1.1 099 Odd\r\n\r\n' }, 502],
        [{ kind: 'slowBody' }, 504],
      ] as const;
      for (const [rule, status] of [...cases, ...cases]) {
        site.stub.reset();
        site.stub.misbehave(rule, { path: '/api/login' });
        expect((await signIn(impatient.url, site.stub.admin)).status, rule.kind).toBe(status);
      }
      site.stub.reset();
      await signIn(impatient.url, site.stub.admin).expect(200);
    } finally {
      await impatient.close();
    }
  });
});
