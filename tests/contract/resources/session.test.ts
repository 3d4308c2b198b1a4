import { describe, expect, it, vi } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract, rows } from '#shared/contract/index.ts';
import { type Engine, withEngine, withEngines } from '../../support/engines.ts';
import { envelopeOf } from '../../support/envelope-of.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { stubLacks } from '../../support/stub/lacking.ts';

const calls: Partial<Record<CallName, (engine: Engine) => void>> = {
  login(engine) {
    const path = callPath(contract.login);

    it('signs in: a sealed cookie, and no token that JavaScript could read', async () => {
      const answer = await visit(engine.app).post(path).send(engine.credentials);
      expect(answer.status, answer.text).toBe(200);
      envelopeOf(contract.login.data).parse(answer.body);
      expect(answer.body).toMatchObject({ status: 1, data: { user: { email: engine.credentials.email } } });
      expect(answer.headers['cache-control']).toBe('no-store');
      const [cookie, ...others] = answer.headers['set-cookie'] as unknown as string[];
      expect(others).toEqual([expect.stringMatching(/^studio_device=[^;]+; /)]);
      expect(cookie).toMatch(/^studio_session=[^;]+; /);
      for (const line of [cookie, ...others]) {
        for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(line).toContain(flag);
      }
      expect(answer.text).not.toMatch(/"(access_|refresh_)?token"/);
      if (!engine.stub) return;
      const token = engine.stub.tokens.at(-1) ?? '';
      expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toContain(token);
    });

    it('tells the API host who signs in and nothing else', async () => {
      const { stub } = engine;
      await visit(engine.app)
        .post(path)
        .set({ Authorization: 'Bearer forged', 'X-Api-Key': 'forged', Cookie: 'a=forged' })
        .send({ ...engine.credentials, role: 'forged' })
        .expect(200);
      if (!stub) return;
      expect(stub.requests).toHaveLength(1);
      const seen = stub.last();
      expect(seen).toMatchObject({ method: 'POST', url: stub.settings.loginPath, complete: true });
      expect(JSON.parse(seen.body.toString())).toEqual(engine.credentials);
      expect(seen.header('content-type')).toMatch(/^application\/json/);
      expect(seen.header('content-length')).toBe(String(seen.bodyLength));
      expect(seen.header('host')).toBe(new URL(stub.url).host);
      expect(`${seen.rawHeaders.join('\n')}${seen.body}`).not.toMatch(/forged|studio_session/);
    });

    it('says the same of a wrong password and of an unknown account, and sets no cookie', async () => {
      const wrong = [
        { ...engine.credentials, password: 'wrong' },
        { email: 'nobody@studio.example', password: 'wrong' },
      ];
      for (const credentials of wrong) {
        const answer = await visit(engine.app).post(path).send(credentials);
        expect(answer.status).toBe(401);
        expect(answer.body).toEqual({
          status: 0,
          code: 'login.wrong',
          message: 'This email and password do not match.',
        });
        expect(answer.headers).not.toHaveProperty('set-cookie');
      }
    });
  },

  logout(engine) {
    it('ends the session for good: the old cookie is worth nothing', async () => {
      const { agent, cookie } = await signIn(engine.app, engine.credentials);
      await agent.call('blogs').expect(200);
      const token = engine.stub?.tokens.at(-1);
      const answer = await signOut(engine, agent);
      if (engine.stub) {
        expect(engine.stub.last().headerAll('authorization')).toEqual([`Bearer ${token}`]);
        expect(engine.stub.tokens).not.toContain(token);
      }
      expect(String(answer.headers['set-cookie'])).toMatch(
        /studio_session=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
      );
      engine.stub?.requests.splice(0);
      const replayed = await refused(engine, () => visit(engine.app).call('blogs').set('Cookie', cookie));
      expect(replayed.body).toMatchObject({ status: 0, code: 'session.required' });
      // The BFF refuses the session itself, without a call to the API host.
      expect(engine.stub?.requests ?? []).toEqual([]);
      const probe = await visit(engine.app).call('session').set('Cookie', cookie);
      expect(probe.body).toEqual({ status: 1, data: { authenticated: false } });
    });

    it('leaves other sessions alone', async () => {
      const { agent } = await signIn(engine.app, engine.credentials);
      await signOut(engine, agent);
      await engine.call('blogs').expect(200);
    });
  },

  session(engine) {
    const path = callPath(contract.session);
    const envelope = envelopeOf(contract.session.data);

    it('tells an admin who is signed in and until when', async () => {
      const before = Date.now();
      const answer = await engine.admin.get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { data } = envelope.parse(answer.body);
      expect(data).toMatchObject({ authenticated: true, user: { email: engine.credentials.email } });
      const hours = (Date.parse(data.expires_at ?? '') - before) / 3_600_000;
      expect(hours).toBeGreaterThan(7.9);
      expect(hours).toBeLessThanOrEqual(8.1);
      expect(data?.expires_in).toBeGreaterThan(7.9 * 3600);
      expect(data?.expires_in).toBeLessThanOrEqual(8 * 3600);
      expect(data?.renewable).toBe(true);
      // The BFF asks the host only whether the token is still valid.
      for (const { method, url } of engine.stub?.requests ?? [])
        expect([method, url]).toEqual(['GET', contract.getAccount.path]);
    });
  },

  renewSession(engine) {
    const path = callPath(contract.renewSession);
    const envelope = envelopeOf(contract.renewSession.data);

    it('begins the sliding life anew at once, and tells until when; the API host is not asked', async () => {
      const { agent } = await signIn(engine.app, engine.credentials);
      engine.stub?.requests.splice(0);
      const answer = await agent.post(path);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { data } = envelope.parse(answer.body);
      expect(data).toMatchObject({
        authenticated: true,
        user: { email: engine.credentials.email },
        renewable: true,
      });
      expect(data?.expires_in).toBeGreaterThan(7.99 * 3600);
      const [line, ...others] = answer.headers['set-cookie'] as unknown as string[];
      expect(others).toEqual([]);
      expect(line).toMatch(/^studio_session=[^;]+; Max-Age=28800; /);
      expect(engine.stub?.requests ?? []).toEqual([]);
      const renewed = line?.split(';', 1)[0] ?? '';
      await visit(engine.app).call('blogs').set('Cookie', renewed).expect(200);
    });

    it('the sign-out of a renewed session ends it in both its cookies', async () => {
      const { agent, cookie } = await signIn(engine.app, engine.credentials);
      await agent.post(path).expect(200);
      await signOut(engine, agent);
      await refused(engine, () => visit(engine.app).post(path).set('Cookie', cookie));
    });
  },

  sitePage(engine) {
    const read = (path: string) => visit(engine.app).call('sitePage', `path=${encodeURIComponent(path)}`);

    it('answers a legal page with an empty text while the company has none of its own', async () => {
      const answer = await read('/privacy-policy');
      expect(answer.status, answer.text).toBe(200);
      expect(envelopeOf(contract.sitePage.data).parse(answer.body).data).toEqual({
        title: null,
        text: '',
        updated: null,
      });
    });
  },

  hostCalls(engine) {
    const path = callPath(contract.hostCalls);

    it('tells a visitor what the site cannot offer, and keeps no cookie and no copy', async () => {
      const answer = await visit(engine.app).get(path);
      expect(answer.status).toBe(200);
      // All calls of visitors exist, except passkeys: without a PUBLIC_URL no host has them.
      const missing = (answer.body.data.missing as CallName[]).filter(
        (name) => contract[name].access === 'public',
      );
      expect(missing).toEqual([contract.passkeyLogin.name]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    it('tells an admin which parts of the desk the host lacks: on the stub all but the trash', async () => {
      const answer = await engine.admin.get(path);
      const desk = rows.filter(({ name, probed }) => engine.stub && probed && stubLacks(name));
      const missing = new Set<string>([contract.passkeyLogin.name, ...desk.map(({ name }) => name)]);
      expect(answer.body.data.missing.toSorted()).toEqual([...missing].sort());
    });
  },

  siteStatus(engine) {
    const path = callPath(contract.siteStatus);

    it('tells an admin how the site is doing', async () => {
      const answer = await engine.admin.get(path);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const { data } = envelopeOf(contract.siteStatus.data).parse(answer.body);
      expect(data).toMatchObject({
        host: { state: 'up', since: null },
        intake: { waiting: 0, needs_person: 0 },
        // The host sends the mails of its own forms; the engine of the tests has no mail server and no domain.
        setup: { mail: engine.stub ? null : false, domain: false },
      });
      // The host is called at most to check who is an admin there.
      const asked = engine.stub?.requests.length ?? 0;
      expect(asked).toBe(engine.stub?.requestsTo(contract.blogs.path).length ?? 0);
    });
  },
};

/** Signs out, and waits until the API host knows: the BFF reports the sign-out without delaying the browser. */
async function signOut({ stub }: Engine, agent: Agent) {
  stub?.requests.splice(0);
  const answer = await agent.call('logout');
  expect(answer.status).toBe(200);
  expect(answer.body.status).toBe(1);
  if (stub) {
    await vi.waitFor(
      () => expect(stub.requestsTo(stub.settings.logoutPath)).toMatchObject([{ complete: true }]),
      30_000,
    );
  }
  return answer;
}

/** Expects 401: at once in the process that ended the session, and soon in the other process. */
async function refused<Answer extends { status: number }>(
  { database }: Engine,
  call: () => PromiseLike<Answer>,
): Promise<Answer> {
  if (database) {
    const both = async () => [(await call()).status, (await call()).status];
    await expect.poll(both).toEqual([401, 401]);
  }
  const answer = await call();
  expect(answer.status).toBe(401);
  return answer;
}

const block = (engine: Engine) => {
  for (const [name, describeCall] of Object.entries(calls))
    describe(contract[name as CallName].path, () => describeCall(engine));
};

withEngine('stub', block);
withEngines(block);
