import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#shared/schemas/session.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { adminRead, cookieOf, probe, setCookies, signIn, signOut, visible } from './calls.ts';

const admin = { email: 'owner@studio.example', password: 'a long enough password' };
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
});
afterAll(() => app.close());

describe('the session calls on the embedded engine', () => {
  it('sign in, ask, work, sign out', async () => {
    const answer = await signIn(app.url, admin);
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe(1);
    expect(visible(answer)).not.toMatch(/token/i);
    const cookie = cookieOf(answer);

    const asked = await probe(app.url, cookie);
    const state = sessionSchema.parse(asked.body.data);
    expect(state).toMatchObject({ authenticated: true, user: { email: admin.email } });
    expect(asked.headers['cache-control']).toBe('no-store');
    expect((await adminRead(app.url, cookie)).status).toBe(200);

    expect((await signOut(app.url, cookie)).body).toEqual({ status: 1 });
    expect((await adminRead(app.url, cookie)).status).toBe(401);
  });

  it('a wrong password is 401 in the same words, five times, then 429', async () => {
    for (let count = 0; count < 5; count += 1) {
      const answer = await signIn(app.url, { ...admin, password: 'wrong' });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        status: 0,
        code: 'login.wrong',
        message: 'This email and password do not match.',
      });
      expect(setCookies(answer)).toEqual([]);
    }
    expect((await signIn(app.url, admin)).status).toBe(429);
  });
});
