import { isDeepStrictEqual } from 'node:util';
import type { Response, Test } from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { type messages, messageText } from '#shared/messages.ts';
import type { Engine } from '../../support/engines.ts';
import { sendForm } from '../../support/forms.ts';
import type { Agent } from '../../support/sign-in.ts';
import { mayReachUpstream } from '../../support/upstream-headers.ts';
import type { GoodCall, MakeCall } from './good-calls.ts';

/** Headers that a hostile or careless browser adds; none may reach the API host. */
export const forgedHeaders = {
  Authorization: 'Bearer forged-by-the-browser',
  Authorizaton: 'Bearer forged-by-the-browser',
  'X-Forwarded-For': '203.0.113.99',
  'X-Forwarded-Host': 'forged.example',
  'X-Api-Key': 'forged-by-the-browser',
};

/**
 * Tests the rules for every row that is sent to the engine. Refusals that do not depend on the row (sessions, CSRF,
 * methods, addresses, forged headers) are tested for all rows in edge/gates.test.ts.
 */
export function describeCall(row: ContractRow, makeCall: MakeCall, engine: Engine) {
  const prepare = async () => {
    const call = await makeCall(engine);
    engine.stub?.requests.splice(0);
    return call;
  };
  // A refused call or a read changes nothing, so the next call can use the same records.
  let lasting: Promise<GoodCall> | undefined;
  const prepareOnce = async () => {
    lasting ??= prepare();
    return await lasting;
  };
  const prepareRead = row.method === 'GET' ? prepareOnce : prepare;

  describe(`${row.method} ${row.path}`, () => {
    it('answers an admin as the contract says, and keeps every field', async () => {
      const call = await prepareRead();
      expect(fieldsLeftOut(row, call)).toEqual([]);
      const before = await recordOf(engine, call);
      engine.stub?.requests.splice(0);
      const parse = vi.spyOn(JSON, 'parse');
      const answer = await send(engine.admin, row, call);
      const body = JSON.stringify(call.json);
      // A stub host in this process would parse it once more.
      if (body && !engine.stub)
        expect(parse.mock.calls.filter(([text]) => String(text) === body)).toHaveLength(1);
      parse.mockRestore();
      expectGoodAnswer(answer, row, call);
      expect(answer.headers['cache-control']).toBe('no-store');
      expectNoTrace(answer, engine);
      if (engine.stub) expectSeen(engine, row, call, engine.stub.tokens.at(-1));
      expect(await unsavedFields(engine, call, answer.body.data, before)).toEqual([]);
    });

    it.runIf(row.access === 'public')('answers a visitor, without any credentials', async () => {
      const call = await prepareRead();
      const answer = await send(engine.visitor, row, call);
      expectGoodAnswer(answer, row, call);
      expectNoTrace(answer, engine);
      if (engine.stub) expectSeen(engine, row, call, undefined);
    });

    // A HEAD asks PostgreSQL what its GET asks.
    it.runIf(row.method === 'GET' && !engine.isOnPostgres)(
      'answers HEAD with the same status and no body',
      async () => {
        const call = await prepareOnce();
        const answer = await engine.admin.head(addressOf(row, call));
        expect([answer.status, answer.text ?? '']).toEqual([200, '']);
        expect(answer.headers['content-type']).toMatch(call.file?.type ?? /^application\/json/);
      },
    );

    it.runIf(row.path.includes('{id}'))('answers 404 for an id that nothing has', async () => {
      const call = await prepareOnce();
      for (const id of [987_654_321, 'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77', '1e3', '007', 'a..b~']) {
        const { status, body } = await send(engine.admin, row, { ...call, id });
        expect([id, status, body.status, body.message]).toEqual([
          id,
          404,
          0,
          expect.stringMatching(/could not be found\.$/),
        ]);
      }
    });
  });
}

/** Fields of good calls that no record shows under their name. */
const notKept =
  /^(updated_at|remove_\w+|(blog|row)_id|tech_image|cv|website|form_token|consent|ids|action|passkey)$/;
/** Fields that a good call cannot send: a new job has no version. */
const notSent = ['addJob updated_at'];

interface SentField {
  name: string;
  /** Undefined for a file. */
  value?: unknown;
}

/** Returns the fields of a form or a JSON body, with names without brackets. */
function sentFields({ form = [], json = {} }: GoodCall): SentField[] {
  const parts = form.map((part) => ({
    name: part.name.replace(/\[.*$/s, ''),
    ...('text' in part && { value: part.text }),
  }));
  return [...parts, ...Object.entries(json).map(([name, value]) => ({ name, value }))];
}

/** Returns the fields of the row's form or body that the call does not send. */
function fieldsLeftOut({ name: row, upload, body }: ContractRow, call: GoodCall) {
  const sent = sentFields(call).map(({ name }) => name);
  const taken = [
    ...(upload ? [...upload.texts, ...upload.files].map(({ name }) => name) : []),
    ...(body instanceof z.ZodObject ? Object.keys(body.shape) : []),
  ];
  return taken.filter((name) => !sent.includes(name) && !notSent.includes(`${row} ${name}`));
}

type Entity = Record<string, unknown>;

/** Reads the record that a call writes, by its single read or in the list; undefined before it is created. */
async function recordOf({ admin }: Engine, call: GoodCall, answer?: Entity): Promise<Entity | undefined> {
  const { read } = call;
  if (typeof read === 'function') return (await read(answer)) as Entity | undefined;
  const id = (answer?.id ?? call.id ?? (call.data as Entity | undefined)?.id) as Id | undefined;
  if (!read || id === undefined) return undefined;
  if (contract[read].path.includes('{id}')) return await admin.read(read, id);
  for (let page = 1, last = 1; page <= last; page += 1) {
    const data = await admin.read(read, { page });
    const found = (data.data ?? data).find((each: Entity) => each.id === id);
    if (found) return found;
    last = data.last_page ?? 1;
  }
  return undefined;
}

/**
 * Returns the fields that a good write has sent and that did not come back, in the answer or when the record is read
 * again, one line each. A value that was equal before the write is also reported, since it does not show whether the
 * field was saved.
 */
async function unsavedFields(engine: Engine, call: GoodCall, answer: Entity, before?: Entity) {
  if (!call.read) return [];
  const stored = await recordOf(engine, call, answer);
  if (!stored) return ['nothing can be read afterwards'];
  const expected = call.data as Entity | undefined;
  return sentFields(call).flatMap(({ name, value }) => {
    if (notKept.test(name)) return [];
    const came = (shown: unknown) =>
      value === undefined
        ? hasAddress(shown)
        : isSame(value, shown) ||
          (expected?.[name] !== undefined && isDeepStrictEqual(expected[name], shown));
    const said = JSON.stringify(value ?? 'a file');
    const was = before?.[name];
    return [
      ...(came(stored[name]) ? [] : [`${name}: ${said} was sent, and ${stored[name]} is there`]),
      ...(answer && 'id' in answer && name in answer && !came(answer[name])
        ? [`${name}: ${said} was sent, and ${answer[name]} was answered`]
        : []),
      ...((value === undefined ? isDeepStrictEqual(was, stored[name]) : isSame(value, was))
        ? [`${name}: ${said} was there before; a good call must send another value`]
        : []),
    ];
  });
}

/** Forms send numbers and booleans as text, an empty text counts as no value, and line ends may differ. */
function isSame(one: unknown, other: unknown) {
  const [a, b] = [one ?? '', other ?? ''];
  if (typeof a === 'object' || typeof b === 'object') return isDeepStrictEqual(a, b);
  const plain = (value: unknown) => String(value).replace(/\r\n?/g, '\n').trim();
  return plain(a) === plain(b);
}

/** Returns true for an address below our own origin, or a list of pictures that all have one. */
function hasAddress(shown: unknown): boolean {
  if (Array.isArray(shown)) return shown.length > 0 && shown.every((each) => hasAddress(each?.image));
  return typeof shown === 'string' && /^\/storage\/[\w./-]+$/.test(shown);
}

export function methodOf(row: ContractRow) {
  return row.method.toLowerCase() as 'get' | 'post' | 'delete';
}

function addressOf(row: ContractRow, { id = 0, query }: GoodCall) {
  return callPath(row, { id }) + (query === undefined ? '' : `?${query}`);
}

/** Sends the call; `change` may change its headers. */
export function send(agent: Agent, row: ContractRow, call: GoodCall, change = (test: Test) => test) {
  const test = change(agent[methodOf(row)](addressOf(row, call)));
  if (row.download) test.buffer(true).parse(parseFile);
  if (call.form) return sendForm(test, call.form);
  return call.json === undefined ? test : test.send(call.json);
}

/** Parses a file as bytes; refusals as JSON. */
const parseFile: Parameters<Test['parse']>[0] = (res, done) => {
  const chunks: Buffer[] = [];
  res.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk as unknown as string, 'binary')));
  res.on('end', () => {
    const bytes = Buffer.concat(chunks);
    const isJson = /^application\/json/.test(String(res.headers['content-type']));
    done(null, isJson ? JSON.parse(bytes.toString('utf8')) : bytes);
  });
};

/** shared/contract/README.md, "Answers": saved and never displayed, regardless of the answer of the host. */
function expectFile(answer: Response, file: NonNullable<GoodCall['file']>) {
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(file.type),
    'content-disposition': expect.stringMatching(file.disposition),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  for (const name of ['etag', 'last-modified', 'accept-ranges'])
    expect(answer.headers).not.toHaveProperty(name);
  expect(answer.body).toBeInstanceOf(Buffer);
}

export function expectGoodAnswer(answer: Response, row: ContractRow, call: GoodCall) {
  if (call.file) {
    expectFile(answer, call.file);
    return;
  }
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  envelopeOf(row.data).parse(answer.body);
  expect(answer.body.status).toBe(1);
  expect(answer.body.message).toBe(call.message);
  if (call.data) expect(answer.body.data).toMatchObject(call.data);
}

/** Checks that the browser learns neither the token nor the API host, and receives none of the host's own headers. */
function expectNoTrace(answer: Response, { stub }: Engine) {
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(answer.headers).not.toHaveProperty(name);
  }
  const body = Buffer.isBuffer(answer.body) ? answer.body.toString('latin1') : answer.text;
  const all = `${JSON.stringify(answer.headers)}\n${body}`;
  expect(all).not.toContain('laravel_session');
  expect(all).not.toContain('XSRF-TOKEN');
  if (!stub) return;
  expect(all).not.toContain(new URL(stub.url).host);
  for (const token of stub.tokens) expect(all).not.toContain(token);
}

/** A refusal that is decided without a call to the engine. `values` are those of its text. */
export interface Refusal {
  status: number;
  code: keyof typeof messages;
  values?: Record<string, string>;
  /** Methods of the Allow header. */
  allow?: string;
}

/**
 * Returns how an answer differs from this refusal, one line for each difference. A request that the API host received
 * meanwhile is also a difference, and is removed from its records.
 */
export function faultsOf(
  answer: Pick<Response, 'status' | 'headers' | 'body'>,
  { stub }: Pick<Engine, 'stub'>,
  { status, code, values, allow }: Refusal,
) {
  const { body, headers } = answer;
  const text = messageText(code, values);
  const faults = (stub?.requests.splice(0) ?? []).map(
    (seen) => `the host was sent ${seen.method} ${seen.url}`,
  );
  if (answer.status !== status || body?.code !== code) {
    const got = [answer.status, body?.code].filter(Boolean).join(' ');
    faults.unshift(`${got} where ${status} ${code} was expected`);
  } else if (body.status !== 0 || body.message !== text) {
    faults.push(`${body.status} "${body.message}" where 0 "${text}" was expected`);
  }
  if (headers.allow !== allow) faults.push(`Allow ${headers.allow} where ${allow} was expected`);
  if (headers['set-cookie']) faults.push('a cookie where none was expected');
  return faults;
}

/** Returns the request that the API host received, and checks it exactly. */
export function expectSeen(engine: Engine, row: ContractRow, call: GoodCall, token: string | undefined) {
  const { stub } = engine;
  if (!stub) throw new Error('Only the stub knows what it saw.');
  expect(stub.requests).toHaveLength(1);
  const seen = stub.last();
  expect(seen).toMatchObject({ method: row.method, url: addressOf(row, call), complete: true });

  const misspelled = 'authorizaton';
  const names = seen.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const ours = row.misspelledAuth && token ? [misspelled] : [];
  expect(names.filter((name) => !mayReachUpstream.has(name) && !ours.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const bearer = token ? `Bearer ${token}` : undefined;
  expect(seen.header('authorization')).toBe(bearer);
  expect(seen.header(misspelled)).toBe(row.misspelledAuth ? bearer : undefined);
  expect(seen.header('host')).toBe(new URL(stub.url).host);
  expect(seen.header('x-forwarded-proto')).toBe('http');
  expect(seen.header('x-forwarded-host')).toBe(new URL(engine.app.url).host);
  expect(seen.header('x-forwarded-for')).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/);
  expect(seen.header('x-request-id')).toMatch(/^[\w-]{8,}$/);

  expect(seen.parts).toEqual(call.form ?? []);
  if (call.form) {
    expect(seen.header('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.header('content-length')).toBe(String(seen.body.length));
  } else if (call.json !== undefined) {
    expect(seen.header('content-type')).toBe('application/json');
    expect(seen.header('content-length')).toBe(String(seen.body.length));
    expect(seen.body.toString('utf8')).toBe(JSON.stringify(call.json));
  } else {
    expect(seen.body.length).toBe(0);
    expect(seen.header('content-type')).toBeUndefined();
  }
  return seen;
}

/** Returns the schema of a successful answer with this `data`. */
function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.coerce.number(), message: z.string().optional(), data });
}
