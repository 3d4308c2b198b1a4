import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { purposeKeys } from '../../../server/bff/session/secrets.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { pdf } from '../../support/files.ts';
import { type FormPart, without } from '../../support/forms.ts';
import { formIn, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import type { Misbehaviour } from '../../support/stub/misbehaviour.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const contactPath = callPath(contract.contactUs);
const applyPath = callPath(contract.applyJob);
const name = 'گلالئی Zmarak';
const email = 'zmarak@visitor.example';
const contact = { name, email, subject: 'Film', message: 'Would you?', website: '' };
const cv = Buffer.concat([pdf(), Buffer.from(name)]);
/** The application; its CV may have a name that a computer would open as a page. */
const application = (filename = `CV ${name}.pdf`): FormPart[] => [
  ...Object.entries({ name, email, consent: '1', website: '' }).map(([field, text]) => ({
    name: field,
    text,
  })),
  { name: 'cv', file: cv, filename, type: 'application/pdf' },
];
const secretOf = (word: string) => `a ${word} secret of thirty-two bytes or more`;

let stub: StubUpstream;
let app: TestApp;
let environment: Record<string, string>;
let visitors = 0;
beforeAll(async () => {
  stub = await startStubUpstream();
  environment = { UPSTREAM_URL: stub.url, TRUST_PROXY: '1', SESSION_SECRET: secretOf('former') };
  app = await startTestApp(environment);
});
// No form of one test is queued in the next.
afterEach(async () => {
  stub.reset();
  for (const { id } of await waiting()) await (await admin()).call('deleteIntakeItem', id).expect(200);
  stub.requests.splice(0);
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

/** A visitor with a new address, without earlier tries. */
function visitor() {
  visitors += 1;
  return visit(app).set('X-Forwarded-For', `198.51.${visitors >> 8}.${visitors & 255}`);
}
const sendMessage = (form: object = contact) => visitor().call('contactUs', form);
const admin = async () => (await signIn(app, stub.admin)).agent;

/** Restarts the product on the same data, in front of the server that is at the stub's port by then. */
async function restart() {
  await app.close({ keepData: true });
  app = await startTestApp({ ...environment, DATA_DIR: app.dataDir });
}

async function waiting() {
  return contract.intake.data.parse(await (await admin()).read('intake')).data;
}

/** Returns which of these texts are in a file of DATA_DIR; uploads are deleted shortly after their answer. */
async function textsOnDisk(texts: readonly string[]) {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const disk = Buffer.concat(
    await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0)))),
  );
  return texts.filter((text) => disk.includes(text) || disk.includes(Buffer.from(text, 'utf16le')));
}

/** A form token as the product issues them while the host issues none, `ageMs` old. */
async function ownToken(ageMs = 0) {
  const config = { SESSION_SECRET: [secretOf('former')], DATA_DIR: app.dataDir };
  return createFormTokens(await purposeKeys(config, 'studio form token'), () => Date.now() - ageMs).issue();
}

/** Makes the host answer a form with this status, so many times. */
function refuse(status: number, times?: number, path = contactPath, headers = {}) {
  const body = { status: 0, message: 'No.', errors: { email: [`${email} is not taken.`] } };
  const all = { 'content-type': 'application/json', ...headers };
  stub.misbehave({ kind: 'answer', status, headers: all, body: JSON.stringify(body) }, { path, times });
}
/** The host goes away; returns what brings it back at its port. */
async function takeAway() {
  const port = Number(new URL(stub.url).port);
  await stub.close();
  return async () => {
    stub = await startStubUpstream({ port });
  };
}

describe('a form that the host does not take now', () => {
  it.each<Misbehaviour>([
    { kind: 'reset' },
    { kind: 'cutBody' },
    { kind: 'raw', bytes: 'nonsense\r\n\r\n' },
    // A public form that a host refuses as a call is not the visitor's fault.
    ...[500, 502, 503, 507, 408, 425, 429, 401, 403, 404, 405].map((status) => {
      const headers = { 'content-type': 'application/json', 'retry-after': '1' };
      return { kind: 'answer', status, headers, body: '{"status":0}' } as const;
    }),
  ])('is taken with a reference, and is at the host soon after: %j', async (failure) => {
    stub.misbehave(failure, { path: contactPath, times: 1 });
    const answer = await sendMessage();
    expect([answer.status, answer.headers['cache-control']], answer.text).toEqual([202, 'no-store']);
    expect(answer.body).toEqual({
      status: 1,
      message: messages['message.received'],
      data: { reference: expect.stringMatching(/^[2-9A-Z]{8}$/) },
      received: expect.any(String),
    });
    await expect.poll(() => stub.requestsTo(contactPath)[1]?.complete).toBe(true);
    const [first, second] = stub.requestsTo(contactPath);
    for (const header of ['idempotency-key', 'x-forwarded-for'])
      expect(second?.header(header)).toBe(first?.header(header));
    expect(second?.header('x-intake-reference')).toBe(answer.body.data.reference);
    expect(Date.parse(second?.header('x-intake-received-at') ?? '')).toBeLessThanOrEqual(Date.now());
    expect(JSON.parse(second?.body.toString() ?? '')).toEqual(contact);
    expect(second?.header('cookie')).toBeUndefined();
  });

  it('is refused when the host says so, and by the rules of the form: that is for its sender to mend', async () => {
    for (const status of [400, 409, 410, 413, 422]) {
      refuse(status, 1);
      const answer = await sendMessage();
      expect([answer.status, answer.body.message]).toEqual([status, 'No.']);
    }
    stub.misbehave({ kind: 'answer', status: 502 }, { path: /^\/api\/(contactUs|applyJob)$/ });
    const one = await sendMessage({ ...contact, email: 'nobody' });
    expect([one.status, Object.keys(one.body.errors)]).toEqual([422, ['email']]);
    const other = await visitor().call('applyJob', without(application(), 'cv', 'name'));
    expect(Object.keys(other.body.errors).sort()).toEqual(['cv', 'name']);
    expect(await waiting()).toEqual([]);
  });
});

describe('in front of a host that is down', () => {
  it('forms wait through restarts, unreadable, and then come in their order, as they were', async () => {
    const bringBack = await takeAway();
    const token = await visitor().call('formToken');
    expect(token.body.data).toMatchObject({ form_token: expect.stringMatching(/./), min_seconds: 3 });
    const references: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const message = await sendMessage({ ...contact, subject: `Film ${count}` });
      const applied = await visitor().call('applyJob', application());
      for (const { status, body } of [message, applied]) {
        expect(status).toBe(202);
        references.push(body.data.reference);
      }
    }
    expect(new Set(references).size).toBe(6);
    await expect.poll(() => textsOnDisk([name, email, `CV ${name}`, contact.message])).toEqual([]);

    // A new secret seals new forms; the former one opens the queued ones.
    environment.SESSION_SECRET = `${secretOf('newer')},${secretOf('former')}`;
    await restart();
    await restart();
    await visit(app).get('/readyz?self=1').expect(200);

    await bringBack();
    const seen = () => stub.requests.filter(({ method, complete }) => method === 'POST' && complete);
    await expect.poll(() => seen().map((each) => each.header('x-intake-reference'))).toEqual(references);
    const [message, applied] = seen();
    expect(JSON.parse(message?.body.toString() ?? '')).toEqual({ ...contact, subject: 'Film 0' });
    for (const part of [`filename="CV ${name}.pdf"`, cv]) expect(applied?.body.includes(part)).toBe(true);
    // A connection that was refused tells that nothing is there yet: nothing may be there twice.
    await expect.poll(waiting).toEqual([]);
  });

  it('does not start while forms wait that no given secret opens, and says how many', async () => {
    refuse(503, undefined, contactPath, { 'retry-after': '600' });
    await sendMessage().expect(202);
    await app.close({ keepData: true });
    const given = { ...environment, DATA_DIR: app.dataDir };
    const other = startTestApp({ ...given, SESSION_SECRET: secretOf('strange') });
    await expect(other).rejects.toThrow(/SESSION_SECRET: 1 form waits in .*intake\.sqlite/);
    app = await startTestApp(given);
    expect(await waiting()).toMatchObject([{ state: 'waiting', fields: { name } }]);
  });
});

it('a form that the host refuses when it is delivered needs a person, who reads it, sends it otherwise, or deletes it', async () => {
  const path = callPath(contract.applyJobFor, { id: 7 });
  refuse(503, 1, path);
  refuse(410, undefined, path);
  const sent = await visitor()
    .call('applyJobFor', 7, application(`CV ${name}.html`))
    .expect(202);
  const { reference } = sent.body.data;
  await expect.poll(async () => (await waiting())[0]?.state).toBe('needs_person');
  const [item] = await waiting();
  const last_problem = {
    code: 'upstream.refused',
    status: 410,
    message: `No. email: ${email} is not taken.`,
  };
  const shown = { reference, call: 'applyJobFor', last_problem, fields: { name, email, job_id: '7' } };
  expect(item).toMatchObject({ ...shown, file: { name: `CV ${name}.html.pdf` } });
  await expect.poll(() => textsOnDisk([email])).toEqual([]);
  const agent = await admin();
  expect((await agent.read('siteStatus')).intake).toMatchObject({ waiting: 0, needs_person: 1 });
  expect(await agent.read('intake', { per_page: 1 })).toMatchObject({ total: 1, per_page: 1 });

  const id = item?.id;
  const { headers, body } = await agent.call('downloadIntakeFile', id);
  expect(headers).toMatchObject({
    'content-disposition': expect.stringMatching(
      /^attachment; filename=.*filename\*=UTF-8''CV%20.*\.html\.pdf$/,
    ),
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(body.equals(cv)).toBe(true);

  const again = await agent.call('sendIntakeItem', id, {}).expect(502);
  expect(again.body.code).toBe('intake.notSent');
  await agent.call('sendIntakeItem', id, { without_job: 2 }).expect(422);
  await agent.read('sendIntakeItem', id, { without_job: 1 });
  expect(stub.requestsTo(applyPath)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
  for (const call of ['deleteIntakeItem', 'sendIntakeItem', 'downloadIntakeFile'] as const) {
    const gone = await agent.call(call, id);
    expect([gone.status, gone.body.message]).toEqual([404, 'This form is no longer in the queue.']);
  }
});

it('a form may be there twice when the host may have taken it, and somebody is told until they have looked', async () => {
  stub.misbehave({ kind: 'cutBody' }, { path: contactPath, times: 1 });
  await sendMessage().expect(202);
  const told = { state: 'delivered', may_be_twice: true, fields: {}, file: null };
  await expect.poll(waiting).toMatchObject([told]);
});

it('one address sends five forms an hour, wherever they end up', async () => {
  const agent = visitor();
  refuse(503, 2);
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push((await agent.call('contactUs', contact)).status);
  expect(statuses).toEqual([202, 202, 200, 200, 200, 429]);
  const refused = await agent.call('contactUs', contact);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
});

it('a robot is told what a person is told, and its form goes nowhere on a host that does not look for robots', async () => {
  // 202 where people get 202, whatever type its trap is of; a form that was sent too fast is not delivered later
  // either, when its token is old enough.
  refuse(503, 2);
  await sendMessage({ ...contact, website: ['http://spam.example'] }).expect(202);
  await sendMessage({ ...contact, form_token: await ownToken() }).expect(202);
  stub.reset();
  stub.misbehave({ kind: 'answer', status: 404, body: '{}' }, { path: contract.formToken.path });
  await visitor().call('formToken').expect(200);
  const answer = await sendMessage({ ...contact, website: 'http://spam.example' }).expect(200);
  expect(answer.body).toMatchObject({ status: 1, message: messages['message.received'] });
  expect(stub.requestsTo(contactPath)).toEqual([]);
  expect(await waiting()).toMatchObject(Array(3).fill({ state: 'suspect', fields: { name } }));
});

it('what waits is the form: nothing else of a body is kept, shown or delivered', async () => {
  const nested = limits.jsonDepth - 1;
  const token = await ownToken(60_000);
  const body = JSON.stringify({ ...contact, form_token: token, other: 'x'.repeat(100_000), deep: 0 });
  refuse(503, 1);
  const deep = body.replace('"deep":0', `"deep":${'['.repeat(nested)}${']'.repeat(nested)}`);
  await visitor().post(contactPath).set('Content-Type', 'application/json').send(deep).expect(202);
  const [item] = await waiting();
  const { website: _trap, ...shown } = contact;
  expect(item?.fields).toEqual(shown);
  // Otherwise it would wait for the next attempt.
  await (await admin()).call('sendIntakeItem', item?.id ?? 0).expect(200);
  await expect.poll(() => stub.requestsTo(contactPath)[1]?.complete).toBe(true);
  const sent = JSON.parse(stub.requestsTo(contactPath)[1]?.body.toString() ?? '');
  expect(sent).toEqual({ ...contact, form_token: expect.not.stringContaining(token) });
});

it('believes nobody else about a form: a header that a browser sends goes nowhere', async () => {
  const own = await startTestApp({ UPSTREAM_URL: stub.url });
  const forged = {
    'Idempotency-Key': 'theirs',
    'X-Intake-Reference': 'AAAAAAAA',
    'X-Intake-Assertion': 'x',
  };
  await visit(own).call('contactUs', contact).set(forged).expect(200);
  const seen = stub.requestsTo(contactPath, 'POST')[0];
  expect(seen?.header('idempotency-key')).toMatch(/^[\w-]{36}$/);
  for (const header of ['x-intake-reference', 'x-intake-assertion'])
    expect(seen?.header(header)).toBeUndefined();
  // Forged addresses have no effect: of eight concurrent forms, by the call and by the page, four more are
  // accepted.
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async (_, count) => {
      const from = { 'X-Forwarded-For': `203.0.113.${count}` };
      const parts = pageForms.contact.parts({ subject: `${count}`, email });
      const asked =
        count % 2 === 0
          ? visit(own).call('contactUs', contact).set(from)
          : postPage(own, '/contact', parts, from);
      return (await asked).status;
    }),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect(stub.requestsTo(contactPath, 'POST')).toHaveLength(5);
  await own.close();
});

it('a form that there is no room for stays with its sender, who is told when to send it again and where else to write', async () => {
  refuse(503);
  const { intakeItems } = limits;
  Object.assign(limits, { intakeItems: 0 });
  try {
    const text = messageText('intake.full', { minutes: 10 });
    const answer = await sendMessage();
    const page = await postPage(app, '/contact', pageForms.contact.parts());
    for (const { status, headers } of [answer, page])
      expect([status, headers['retry-after']]).toEqual([503, '600']);
    expect(answer.body).toMatchObject({ status: 0, code: 'intake.full', message: text });
    const { html, controls } = formIn(page.text, 'contact');
    for (const words of [text, 'Or copy what you typed into an email to'])
      expect(wordsOf(html)).toContain(words);
    expect(controls.subject?.value).toBe('ایک فلم');
  } finally {
    Object.assign(limits, { intakeItems });
  }
  expect(await waiting()).toEqual([]);
});
