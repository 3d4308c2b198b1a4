import type { Test } from 'supertest';
import { expect, it } from 'vitest';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import type { SeenRequest, StubUpstream } from '../../support/stub-upstream.ts';
import { stubLacks } from '../../support/stub-upstream.ts';
import { resetPassword } from '../resources/cases.ts';
import {
  expectGoodAnswer,
  expectSeen,
  faultsOf,
  forgedHeaders,
  methodOf,
  type Refusal,
  send,
} from '../resources/every-call.ts';
import { type GoodCall, goodCalls } from '../resources/good-calls.ts';
import { headOfForm, sendRaw } from './raw-http.ts';

/*
 * Gates of every call: refusals that do not depend on the call. Each gate is one test over all rows of the contract.
 * It fails with a line for each row and value that got through.
 */

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Rows with an address; calls that only pages of the site make have none. */
const calls = rows.filter((row) => !row.pageOnly);
const changes = calls.filter(({ method }) => method !== 'GET');
const adminCalls = calls.filter(({ access }) => access === 'admin');
/** True if the BFF itself answers the row. */
const isOwn = ({ origin, signsIn }: ContractRow) => origin === 'session' || signsIn === true;

const pathOf = (row: ContractRow) => callPath(row, { id: 1 });
const inWords = ({ method, path }: ContractRow) => `${method} ${path}`;

const isOnStub = ({ name }: ContractRow) => name in goodCalls && !stubLacks(name);

/** Returns a call that would take effect if a gate let it through; an empty call if the stub host lacks the row. */
async function callFor(engine: Engine, row: ContractRow): Promise<GoodCall> {
  const makeCall = isOnStub(row) && goodCalls[row.name];
  if (makeCall) return await makeCall(engine);
  return {
    ...(row.path.includes('{id}') && { id: 1 }),
    ...(row.upload && { form: row.upload.texts.map(({ name }) => ({ name, text: '' })) }),
    ...(row.body && { json: row.name === contract.login.name ? engine.credentials : {} }),
  };
}

/** An attempt at a gate in words, its request, and the refusal that it must meet. */
type Attempt = [words: string, ask: () => PromiseLike<Parameters<typeof faultsOf>[0]>, refusal: Refusal];

withEngine('stub', (engine) => {
  const prepared = new Map<string, GoodCall>();
  /**
   * Returns the prepared call of the row. A refused call leaves its records unchanged, so the next gate can use it
   * again.
   */
  async function preparedFor(row: ContractRow): Promise<GoodCall> {
    const call = prepared.get(row.name) ?? (await callFor(engine, row));
    prepared.set(row.name, call);
    return call;
  }
  /**
   * Prepares all calls again: a call that got through may have deleted its record, changed the password, or signed
   * out.
   */
  async function beginAnew() {
    prepared.clear();
    await resetPassword(engine);
    await engine.read('login', engine.credentials);
  }

  /** Tests one gate, with a line for each of at least so many attempts that is not refused. */
  const gate = (title: string, atLeast: number, attempts: () => AsyncGenerator<Attempt>) =>
    it(title, async () => {
      const lines: string[] = [];
      let tried = 0;
      for await (const [words, ask, refusal] of attempts()) {
        tried += 1;
        engine.stub?.requests.splice(0);
        const faults = await ask().then(
          (answer) => faultsOf(answer, engine, refusal),
          (error: Error) => [error.message],
        );
        if (faults.length === 0) continue;
        lines.push(`${words}: ${faults.join('; ')}`);
        await beginAnew();
      }
      expect(lines).toEqual([]);
      expect(tried).toBeGreaterThanOrEqual(atLeast);
      // The session is still valid: the sign-out was refused too.
      await engine.read('blogs');
    });
  /** An attempt of the prepared call of a row. */
  async function attempt(
    row: ContractRow,
    words: string,
    refusal: Refusal,
    change: (test: Test) => Test,
    agent: Agent = engine.admin,
  ): Promise<Attempt> {
    const call = await preparedFor(row);
    return [`${inWords(row)} ${words}`, () => send(agent, row, call, change), refusal];
  }

  gate(
    'a call that changes something is refused without X-CSRF: 1, and nothing is forwarded',
    350,
    async function* () {
      for (const row of changes)
        for (const value of [undefined, '', '0', 'true', '1, 1'])
          yield attempt(row, `with X-CSRF "${value}"`, noProof, (test) =>
            value === undefined ? test.unset('X-CSRF') : test.set('X-CSRF', value),
          );
    },
  );

  gate(
    'a call that another site makes a browser send is refused, and nothing is forwarded',
    140,
    async function* () {
      for (const row of changes)
        for (const site of ['cross-site', 'same-site'])
          yield attempt(row, `from ${site}`, { status: 403, code: 'csrf.crossSite' }, (test) =>
            test.set('Sec-Fetch-Site', site),
          );
    },
  );

  gate(
    'a call of admins is refused to a visitor, whatever its headers claim, and nothing is forwarded',
    100,
    async function* () {
      const headers = { ...forgedHeaders, Origin: engine.app.url };
      for (const row of adminCalls)
        yield attempt(row, 'of a visitor', noSession, (test) => test.set(headers), engine.visitor);
    },
  );

  gate(
    'without X-CSRF or without a session a call is refused on its head alone, before a byte of the body',
    130,
    async function* () {
      const { cookie } = await signIn(engine.app, engine.credentials);
      const announced = (row: ContractRow, headers: Record<string, string>) => () =>
        answerBeforeBody(engine.app.url, headOfForm(`${row.method} ${pathOf(row)}`, headers));
      for (const row of changes) {
        yield [`${inWords(row)} without X-CSRF`, announced(row, { Cookie: cookie }), noProof];
        if (row.access === 'admin')
          yield [`${inWords(row)} of a visitor`, announced(row, { 'X-CSRF': '1' }), noSession];
      }
    },
  );

  gate(
    'an address takes no other method, says which it takes, and nothing is forwarded',
    500,
    async function* () {
      for (const path of new Set(calls.map((row) => row.path))) {
        const own = calls.filter((row) => row.path === path);
        const allow = own.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
        for (const method of methods) {
          const METHOD = method.toUpperCase();
          if (own.some((row) => row.method === METHOD)) continue;
          const ask = () => engine.admin[method](callPath({ path }, { id: 1 }));
          const values = { method: METHOD, allow };
          yield [`${METHOD} ${path}`, ask, { status: 405, code: 'request.methodNotAllowed', values, allow }];
        }
      }
    },
  );

  gate(
    'an address has no id that is none, and nothing behind it, and nothing is forwarded',
    600,
    async function* () {
      for (const row of rows) {
        const { path } = row;
        const others = path.includes('{id}')
          ? ['-1', '~a', '%61', 'a'.repeat(65), '1/', '1/2', ''].map((id) => path.replace('{id}', id))
          : ['/', '/1', '.json', ';a=1'].map((rest) => path + rest);
        // Another row may begin with the same path: /api/applyJob and /api/applyJob/{id}.
        for (const other of others)
          if (!rows.some((each) => each.path === other.replace(/\/1$/, '/{id}')))
            yield [`${row.method} ${other}`, () => engine.admin[methodOf(row)](other), notFound];
      }
    },
  );

  gate('what only pages of the site make is at no address, whatever the method', 25, async function* () {
    for (const row of rows.filter(({ pageOnly }) => pageOnly))
      for (const method of methods) {
        const test = () => engine.admin[method](row.path);
        const ask = () => (method === 'get' ? test() : test().send({ secret: 'x' }));
        yield [`${method} ${row.path}`, ask, notFound];
      }
  });

  it('no call believes a header that a browser forges, and none is passed on', async () => {
    const { stub } = engine;
    if (!stub) throw new Error('Only the stub knows what it saw.');
    // The host's last token has to be the admin's.
    await beginAnew();
    const forge = (agent: Agent, row: ContractRow, call: GoodCall) =>
      send(agent, row, call, (test) => test.set(forgedHeaders));
    const lines = await linesOf(
      calls.filter((row) => !isOwn(row)),
      async (row) => {
        const call = await callFor(engine, row);
        stub.requests.splice(0);
        const answer = await forge(engine.admin, row, call);
        await resetPassword(engine);
        if (isOnStub(row)) expectGoodAnswer(answer, row, call);
        else expect(answer.status, answer.text).toBe(404);
        expect(forgedIn(expectSeen(engine, row, call, stub.tokens.at(-1)))).toEqual([]);
      },
      beginAnew,
    );
    stub.requests.splice(0);
    // The BFF gives these the same answers as without forged headers. For some it calls the host.
    const own = await linesOf(calls.filter(isOwn), async (row) => {
      const call = await callFor(engine, row);
      const ask = async (
        work: (agent: Agent) => PromiseLike<{ status: number; body: { code?: string } }>,
      ) => {
        const { agent } = await signIn(engine.app, engine.credentials);
        const { status, body } = await work(agent);
        return [status, body.code];
      };
      // A live stream ends only for HEAD.
      const isStream = row.name === contract.live.name;
      const forged = await ask((agent) =>
        isStream ? agent.head(row.path).set(forgedHeaders) : forge(agent, row, call),
      );
      const plain = await ask((agent) => (isStream ? agent.head(row.path) : send(agent, row, call)));
      expect(forged).toEqual(plain);
      // The BFF reports a sign-out to the host after it has answered the browser.
      if (row.name === contract.logout.name)
        await expect.poll(() => stub.requestsTo(contract.logout.path)).toHaveLength(2);
    });
    expect([...lines, ...own, ...passedOn(stub)]).toEqual([]);
  });
});

const notFound = { status: 404, code: 'request.notFound' } as const;
const noProof = { status: 403, code: 'csrf.headerMissing' } as const;
const noSession = { status: 401, code: 'session.required' } as const;

/**
 * Runs a check for each row and returns a line for each failure; calls `mend` after a failure, before the next row.
 */
async function linesOf(
  those: readonly ContractRow[],
  check: (row: ContractRow) => Promise<void>,
  mend = async () => {},
) {
  const lines: string[] = [];
  for (const row of those) {
    try {
      await check(row);
    } catch (error) {
      const { message, actual } = error as Error & { actual?: unknown };
      const seen = actual === undefined ? '' : ` (${JSON.stringify(actual).slice(0, 200)})`;
      lines.push(`${inWords(row)}: ${message}${seen}`);
      await mend();
    }
  }
  return lines;
}

/** Returns the headers of a request to the host that contain a forged value. */
function forgedIn({ rawHeaders }: SeenRequest) {
  return rawHeaders.filter((text) => /forged|203\.0\.113\.99/.test(text));
}

function passedOn({ requests }: StubUpstream) {
  return requests.flatMap((seen) =>
    forgedIn(seen).map((text) => `the host was sent ${seen.method} ${seen.url} with ${text}`),
  );
}

/** Returns the answer to a request head without a body, as JSON. A server that waits for the body gives none. */
async function answerBeforeBody(url: string, announced: string) {
  const { status, headers, body } = await sendRaw(url, announced);
  return { status, headers, body: JSON.parse(body) };
}
