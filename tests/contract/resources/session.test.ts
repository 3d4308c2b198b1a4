import { expect, it } from 'vitest';
import { type CallName, contract, rows } from '#shared/contract/index.ts';
import { type Engine, withEngine, withEngines } from '../../support/engines.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { stubLacks } from '../../support/stub-upstream.ts';

const block = (engine: Engine) => {
  const { read } = engine;
  const somebody = () => visit(engine.app);
  const setCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat() as string[];
  const inHours = (seconds: number) => seconds / 3600;

  /** Signs out, and waits until the API host knows: the BFF reports the sign-out without delaying the browser. */
  async function signOut(agent: Agent) {
    engine.stub?.requests.splice(0);
    const answer = await agent.call('logout').expect(200);
    const { stub } = engine;
    if (stub)
      await expect.poll(() => stub.requestsTo(contract.logout.path)).toMatchObject([{ complete: true }]);
    return answer;
  }

  /** Expects 401: at once in the process that ended the session, and soon in the other process. */
  async function expectOver(call: CallName, cookie: string) {
    const ask = () => somebody().call(call).set('Cookie', cookie);
    const both = async () => [(await ask()).status, (await ask()).status];
    if (engine.database) await expect.poll(both).toEqual([401, 401]);
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([401, 'session.required']);
  }

  it('signs in: a sealed cookie, and no token that JavaScript could read', async () => {
    const { headers, text, body } = await somebody().call('login', engine.credentials).expect(200);
    expect(contract.login.data.parse(body.data)).toMatchObject({ user: { email: engine.credentials.email } });
    expect(headers['cache-control']).toBe('no-store');
    const [cookie, ...others] = setCookies(headers);
    expect(others).toEqual([expect.stringMatching(/^studio_device=[^;]+; /)]);
    expect(cookie).toMatch(/^studio_session=[^;]+; /);
    for (const line of [cookie, ...others])
      for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(line).toContain(flag);
    expect(text).not.toMatch(/"(access_|refresh_)?token"/);
    const token = engine.stub?.tokens.at(-1);
    if (token) expect(`${JSON.stringify(headers)}${text}`).not.toContain(token);
  });

  it.each([
    [undefined, 'wrong'],
    ['nobody@studio.example', 'wrong'],
  ])(
    'says the same of a wrong password and of an unknown account, and sets no cookie: %s',
    async (email, password) => {
      const { status, headers, body } = await somebody().call('login', {
        email: email ?? engine.credentials.email,
        password,
      });
      const message = 'This email and password do not match.';
      expect([status, body]).toEqual([401, { status: 0, code: 'login.wrong', message }]);
      expect(setCookies(headers)).toEqual([]);
    },
  );

  it('ends the session for good: the old cookie is worth nothing', async () => {
    const { agent, cookie } = await signIn(engine.app, engine.credentials);
    await agent.read('blogs');
    const { stub } = engine;
    const token = stub?.tokens.at(-1);
    const { headers } = await signOut(agent);
    expect(stub?.last().header('authorization') ?? `Bearer ${token}`).toBe(`Bearer ${token}`);
    if (token) expect(stub?.tokens).not.toContain(token);
    expect(String(headers['set-cookie'])).toMatch(/studio_session=;.*(Expires=Thu, 01 Jan 1970|Max-Age=0)/);
    stub?.requests.splice(0);
    await expectOver('blogs', cookie);
    // The BFF refuses the session itself, without a call to the API host.
    expect(stub?.requests ?? []).toEqual([]);
    const probe = await somebody().call('session').set('Cookie', cookie);
    expect(probe.body).toEqual({ status: 1, data: { authenticated: false } });
  });

  it('tells an admin who is signed in and until when', async () => {
    const { headers, body } = await engine.call('session').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    const data = contract.session.data.parse(body.data);
    const user = { email: engine.credentials.email };
    expect(data).toMatchObject({ authenticated: true, renewable: true, user });
    for (const hours of [
      inHours(data.expires_in ?? 0),
      inHours((Date.parse(data.expires_at ?? '') - Date.now()) / 1000),
    ]) {
      expect(hours).toBeGreaterThan(7.9);
      expect(hours).toBeLessThanOrEqual(8);
    }
    // The BFF asks the host only whether the token is still valid.
    for (const { method, url } of engine.stub?.requests ?? [])
      expect([method, url]).toEqual(['GET', contract.getAccount.path]);
  });

  it('a renewal begins the sliding life anew at once; a sign-out then ends both its cookies', async () => {
    const { agent, cookie } = await signIn(engine.app, engine.credentials);
    engine.stub?.requests.splice(0);
    const { headers, body } = await agent.call('renewSession').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    const data = contract.renewSession.data.parse(body.data);
    expect(data).toMatchObject({ authenticated: true, renewable: true });
    expect(inHours(data?.expires_in ?? 0)).toBeGreaterThan(7.99);
    const lines = setCookies(headers);
    expect(lines).toEqual([expect.stringMatching(/^studio_session=[^;]+; Max-Age=28800; /)]);
    expect(engine.stub?.requests ?? []).toEqual([]);
    const renewed = String(lines[0]).split(';', 1)[0] ?? '';
    await somebody().call('blogs').set('Cookie', renewed).expect(200);
    await signOut(agent);
    await expectOver('renewSession', cookie);
    await expectOver('renewSession', renewed);
  });

  it('tells what the site cannot offer, and an admin which parts of the desk the host lacks', async () => {
    const { headers, body } = await somebody().call('hostCalls').expect(200);
    // All calls of visitors exist, except passkeys: without a PUBLIC_URL no host has them.
    const ofVisitors = body.data.missing.filter((name: CallName) => contract[name].access === 'public');
    expect(ofVisitors).toEqual([contract.passkeyLogin.name]);
    expect(headers['cache-control']).toBe('no-store');
    expect(setCookies(headers)).toEqual([]);
    const desk = rows.filter(({ name, probed }) => engine.stub && probed && stubLacks(name));
    const missing = new Set<string>([contract.passkeyLogin.name, ...desk.map(({ name }) => name)]);
    expect((await read('hostCalls')).missing.toSorted()).toEqual([...missing].sort());
  });

  it('tells an admin how the site is doing', async () => {
    const { headers, body } = await engine.call('siteStatus').expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(contract.siteStatus.data.parse(body.data)).toMatchObject({
      host: { state: 'up', since: null },
      intake: { waiting: 0, needs_person: 0 },
      // The host sends the mails of its own forms; the engine of the tests has no mail server and no domain.
      setup: { mail: engine.stub ? null : false, domain: false },
    });
    // The host is called at most to check who is an admin there.
    const asked = engine.stub?.requests.length ?? 0;
    expect(asked).toBe(engine.stub?.requestsTo(contract.blogs.path).length ?? 0);
  });
};

withEngine('stub', block);
withEngines(block);
