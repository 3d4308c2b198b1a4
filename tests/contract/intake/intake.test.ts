import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { purposeKeys } from '../../../server/bff/session/secrets.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';
import { envelopeOf } from '../../support/envelope-of.ts';
import { pdf } from '../../support/files.ts';
import { type FormPart, sendForm } from '../../support/forms.ts';
import { formIn, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type Misbehaviour, type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const contactPath = callPath(contract.contactUs);
const applyPath = callPath(contract.applyJob);
const name = 'گلالئی Zmarak';
const contact = {
  name,
  email: 'zmarak@visitor.example',
  subject: 'Film',
  message: 'Would you?',
  website: '',
};
const application: FormPart[] = [
  { name: 'name', text: name },
  { name: 'email', text: 'zmarak@visitor.example' },
  { name: 'consent', text: '1' },
  { name: 'website', text: '' },
  {
    name: 'cv',
    file: Buffer.concat([pdf(), Buffer.from(name)]),
    filename: `CV ${name}.pdf`,
    type: 'application/pdf',
  },
];
const [former, newer, strange] = ['former', 'newer', 'strange'].map(
  (word) => `a ${word} secret of thirty-two bytes or more`,
) as [string, string, string];

let stub: StubUpstream;
let app: TestApp;
let environment: Record<string, string>;
let visitors = 0;
beforeAll(async () => {
  stub = await startStubUpstream();
  environment = { UPSTREAM_URL: stub.url, TRUST_PROXY: '1', SESSION_SECRET: former };
  app = await startTestApp(environment);
});
// No form of one test is queued in the next.
afterEach(async () => {
  stub.reset();
  for (const { id } of await waiting()) {
    await (await admin()).post(callPath(contract.deleteIntakeItem, { id })).expect(200);
  }
  stub.requests.splice(0);
});
afterAll(async () => {
  await app.close();
  await stub.close();
});

/** A visitor with a new address, without earlier tries. */
function visitor() {
  visitors += 1;
  const agent = visit(app);
  agent.set('X-Forwarded-For', `198.51.${visitors >> 8}.${visitors & 255}`);
  return agent;
}

/** Restarts the product on the same data, in front of the server that is at the stub's port by then. */
async function restart(): Promise<void> {
  await app.close({ keepData: true });
  app = await startTestApp({ ...environment, DATA_DIR: app.dataDir });
}

async function admin() {
  return (await signIn(app, stub.admin)).agent;
}

async function waiting() {
  const answer = await (await admin()).get(callPath(contract.intake));
  expect(answer.status, answer.text).toBe(200);
  return envelopeOf(contract.intake.data).parse(answer.body).data.data;
}

/** Returns which of these texts are in a file of DATA_DIR; uploads are deleted shortly after their answer. */
async function textsOnDisk(texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  const disk = Buffer.concat(contents);
  return texts.filter((text) => disk.includes(text) || disk.includes(Buffer.from(text, 'utf16le')));
}

/** Form tokens as the product issues them while the host issues none, `ageMs` old. */
async function ownTokens(ageMs = 0) {
  const keys = await purposeKeys({ SESSION_SECRET: [former], DATA_DIR: app.dataDir }, 'studio form token');
  return createFormTokens(keys, () => Date.now() - ageMs);
}

const json = (status: number, headers = {}): Misbehaviour => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ status: 0, message: 'No.', errors: { email: [`${contact.email} is not taken.`] } }),
});

describe('a form that the host does not take now', () => {
  it.each<[string, Misbehaviour]>([
    ['a connection that is reset', { kind: 'reset' }],
    ['an answer that is cut', { kind: 'cutBody', afterBytes: 5 }],
    ['an answer that is none', { kind: 'raw', bytes: 'nonsense\r\n\r\n' }],
    ['500', json(500)],
    ['502', json(502)],
    ['503', json(503, { 'retry-after': '1' })],
    ['507', json(507)],
    ['408', json(408)],
    ['425', json(425)],
    ['429', json(429, { 'retry-after': '1' })],
  ])('is taken with a reference, and is at the host soon after: %s', async (_what, failure) => {
    stub.misbehave(failure, { path: contactPath, times: 1 });
    const answer = await visitor().post(contactPath).send(contact);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      status: 1,
      message: messages['message.received'],
      data: { reference: expect.stringMatching(/^[2-9A-Z]{8}$/) },
      received: expect.any(String),
    });
    await expect.poll(() => stub.requestsTo(contactPath).length).toBe(2);
    const [first, second] = stub.requestsTo(contactPath);
    await expect.poll(() => second?.complete).toBe(true);
    expect(second?.header('idempotency-key')).toBe(first?.header('idempotency-key'));
    expect(second?.header('x-intake-reference')).toBe(answer.body.data.reference);
    expect(Date.parse(second?.header('x-intake-received-at') ?? '')).toBeLessThanOrEqual(Date.now());
    expect(second?.header('x-forwarded-for')).toBe(first?.header('x-forwarded-for'));
    expect(JSON.parse(second?.body.toString() ?? '')).toEqual(contact);
    expect(second?.header('cookie')).toBeUndefined();
  });

  it('is refused when the host says so: that is for its sender to mend', async () => {
    for (const status of [400, 403, 409, 410, 422]) {
      stub.misbehave(json(status), { path: contactPath, times: 1 });
      const answer = await visitor().post(contactPath).send(contact);
      expect(answer.status).toBe(status);
      expect(answer.body.message).toBe('No.');
    }
    expect(await waiting()).toEqual([]);
  });

  it('is refused by the rules of the form when something is wrong with it, with the names of the fields', async () => {
    stub.misbehave(json(502), { path: /^\/api\/(contactUs|applyJob)$/ });
    const one = await visitor()
      .post(contactPath)
      .send({ ...contact, email: 'nobody' });
    expect(one.status, one.text).toBe(422);
    expect(Object.keys(one.body.errors)).toEqual(['email']);
    const other = await sendForm(
      visitor().post(applyPath),
      application.filter((part) => part.name !== 'cv' && part.name !== 'name'),
    );
    expect(Object.keys(other.body.errors).sort()).toEqual(['cv', 'name']);
    expect(await waiting()).toEqual([]);
  });

  it('goes by its page as well, and leads to the receipt', async () => {
    const { path, parts, call } = pageForms.contact;
    stub.misbehave(json(502), { path: call, times: 1 });
    const answer = await postPage(app, path, parts());
    expect(answer.status).toBe(303);
    const page = await visit(app).get(String(answer.headers.location).split('#', 1)[0] ?? '');
    expect(page.text).toContain(messages['message.received']);
    await expect.poll(() => stub.requestsTo(call).filter(({ method }) => method === 'POST').length).toBe(2);
  });
});

describe('in front of a host that is down', () => {
  it('forms wait through restarts, unreadable, and then come in their order, as they were', async () => {
    const { port } = new URL(stub.url);
    await stub.close();
    const token = await visitor().get(callPath(contract.formToken));
    expect(token.body.data).toMatchObject({ form_token: expect.stringMatching(/./), min_seconds: 3 });

    const references: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const message = await visitor()
        .post(contactPath)
        .send({ ...contact, subject: `Film ${count}` });
      const cv = await sendForm(visitor().post(applyPath), application);
      for (const answer of [message, cv]) {
        expect(answer.status, answer.text).toBe(202);
        references.push(answer.body.data.reference);
      }
    }
    expect(new Set(references).size).toBe(6);
    const personal = [name, contact.email, `CV ${name}`, contact.message];
    await expect.poll(() => textsOnDisk(personal)).toEqual([]);

    // A new secret seals new forms; the former one opens the queued ones.
    environment.SESSION_SECRET = `${newer},${former}`;
    await restart();
    await restart();
    const ready = await visit(app).get('/readyz?self=1');
    expect(ready.status).toBe(200);

    stub = await startStubUpstream({ port: Number(port) });
    const seen = () => stub.requests.filter(({ method, complete }) => method === 'POST' && complete);
    await expect.poll(() => seen().map((each) => each.header('x-intake-reference'))).toEqual(references);
    expect(seen()[1]?.body.includes(`filename="CV ${name}.pdf"`)).toBe(true);
    expect(seen()[1]?.body.includes(Buffer.concat([pdf(), Buffer.from(name)]))).toBe(true);
    expect(JSON.parse(seen()[0]?.body.toString() ?? '')).toEqual({ ...contact, subject: 'Film 0' });
    await expect.poll(waiting).toEqual([]);
  });

  it('does not start while forms wait that no given secret opens, and says how many', async () => {
    stub.misbehave(json(503, { 'retry-after': '600' }), { path: contactPath });
    await visitor().post(contactPath).send(contact).expect(202);
    await app.close({ keepData: true });
    const other = startTestApp({ ...environment, SESSION_SECRET: strange, DATA_DIR: app.dataDir });
    await expect(other).rejects.toThrow(/SESSION_SECRET: 1 form waits in .*intake\.sqlite/);
    app = await startTestApp({ ...environment, DATA_DIR: app.dataDir });
    expect(await waiting()).toMatchObject([{ state: 'waiting', fields: { name } }]);
  });
});

describe('a form that the host refuses when it is delivered', () => {
  it('needs a person, who reads it, sends it otherwise, or deletes it', async () => {
    const path = callPath(contract.applyJobFor, { id: 7 });
    stub.misbehave(json(503), { path, times: 1 });
    stub.misbehave(json(410), { path });
    // PDF bytes under a name that a computer would open as a page.
    const odd = application.map((part) => ('file' in part ? { ...part, filename: `CV ${name}.html` } : part));
    const answer = await sendForm(visitor().post(path), odd);
    expect(answer.status, answer.text).toBe(202);
    await expect.poll(async () => (await waiting())[0]?.state).toBe('needs_person');
    const [item] = await waiting();
    expect(item).toMatchObject({
      reference: answer.body.data.reference,
      call: 'applyJobFor',
      last_problem: {
        code: 'upstream.refused',
        status: 410,
        message: `No. email: ${contact.email} is not taken.`,
      },
      fields: { name, email: contact.email },
      file: { name: `CV ${name}.html.pdf` },
    });
    await expect.poll(() => textsOnDisk([contact.email])).toEqual([]);
    const agent = await admin();
    const status = await agent.get(callPath(contract.siteStatus));
    expect(status.body.data.intake).toMatchObject({ waiting: 0, needs_person: 1 });

    const id = item?.id ?? 0;
    const file = await agent.get(callPath(contract.downloadIntakeFile, { id }));
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename=.*filename\*=UTF-8''CV%20.*\.html\.pdf$/,
    );
    expect(file.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(file.body.equals(Buffer.concat([pdf(), Buffer.from(name)]))).toBe(true);

    const send = callPath(contract.sendIntakeItem, { id });
    const again = await agent.post(send).send({});
    expect(again.status).toBe(502);
    expect(again.body).toMatchObject({ status: 0, code: 'intake.notSent' });
    await agent.post(send).send({ without_job: 2 }).expect(422);
    stub.requests.splice(0);
    await agent.post(send).send({ without_job: 1 }).expect(200);
    expect(stub.requestsTo(applyPath)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    await agent.post(callPath(contract.deleteIntakeItem, { id })).expect(404);
  });
});

it('a form may be there twice when the host may have taken it, and somebody is told until they have looked', async () => {
  stub.misbehave({ kind: 'cutBody', afterBytes: 5 }, { path: contactPath, times: 1 });
  await visitor().post(contactPath).send(contact).expect(202);
  await expect.poll(async () => (await waiting())[0]?.state).toBe('delivered');
  const [item] = await waiting();
  expect(item).toMatchObject({ may_be_twice: true, fields: {}, file: null });
  await (await admin()).post(callPath(contract.deleteIntakeItem, { id: item?.id ?? 0 })).expect(200);
  expect(await waiting()).toEqual([]);
});

it('a connection that was refused tells that nothing is there yet', async () => {
  const { port } = new URL(stub.url);
  await stub.close();
  await visitor().post(contactPath).send(contact).expect(202);
  stub = await startStubUpstream({ port: Number(port) });
  await expect.poll(() => stub.requestsTo(contactPath)).toHaveLength(1);
  await expect.poll(waiting).toEqual([]);
});

it('one address sends five forms an hour, wherever they end up', async () => {
  const agent = visitor();
  stub.misbehave(json(503), { path: contactPath, times: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1)
    statuses.push((await agent.post(contactPath).send(contact)).status);
  expect(statuses).toEqual([202, 202, 200, 200, 200, 429]);
  const refused = await agent.post(contactPath).send(contact);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
});

it('a robot is not told that it was found out: 202 where people get 202, whatever type its trap is of', async () => {
  const trapped = { ...contact, website: ['http://spam.example'] };
  stub.misbehave(json(503), { path: contactPath, times: 1 });
  const answer = await visitor().post(contactPath).send(trapped);
  expect(answer.status, answer.text).toBe(202);
  // A form that was sent too fast is not delivered later either, when its token is old enough.
  const young = { ...contact, form_token: (await ownTokens()).issue() };
  stub.misbehave(json(503), { path: contactPath, times: 1 });
  await visitor().post(contactPath).send(young).expect(202);
  expect(await waiting()).toMatchObject([{ state: 'suspect' }, { state: 'suspect' }]);
});

it('what waits is the form: nothing else of a body is kept, shown or delivered', async () => {
  const nested = limits.jsonDepth - 1;
  const token = (await ownTokens(60_000)).issue();
  const body = JSON.stringify({ ...contact, form_token: token, other: 'x'.repeat(100_000), deep: 0 });
  stub.misbehave(json(503), { path: contactPath, times: 1 });
  const deep = body.replace('"deep":0', `"deep":${'['.repeat(nested)}${']'.repeat(nested)}`);
  const answer = await visitor().post(contactPath).set('Content-Type', 'application/json').send(deep);
  expect(answer.status, answer.text).toBe(202);
  const { website: _trap, ...shown } = contact;
  const [item] = await waiting();
  expect(item).toMatchObject({ fields: shown });
  // Otherwise it would wait for the next attempt.
  await (await admin()).post(callPath(contract.sendIntakeItem, { id: item?.id ?? 0 })).expect(200);
  expect(stub.requestsTo(contactPath)).toHaveLength(2);
  await expect.poll(() => stub.requestsTo(contactPath).at(-1)?.complete).toBe(true);
  const { form_token: changed, ...delivered } = JSON.parse(
    stub.requestsTo(contactPath).at(-1)?.body.toString() ?? '',
  );
  expect(delivered).toEqual(contact);
  expect(changed).not.toBe(token);
});

it('a robot is told what a person is told, and its form goes nowhere on a host that does not look for robots', async () => {
  stub.settings.lacks = ['formToken'];
  await visitor().get(callPath(contract.formToken)).expect(200);
  const answer = await visitor()
    .post(contactPath)
    .send({ ...contact, website: 'http://spam.example' });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ status: 1, message: messages['message.received'] });
  expect(stub.requestsTo(contactPath)).toEqual([]);
  expect(await waiting()).toMatchObject([{ state: 'suspect', fields: { name } }]);
});

describe('the embedded engine', () => {
  let host: Server;
  let received: { path: string; key: string | undefined }[];

  it('is told what its own forms were told: the reference, once, whatever happens between', async () => {
    const { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } = stub.admin;
    const own = await startTestApp({ ADMIN_EMAIL, ADMIN_PASSWORD });
    const answer = await sendForm(visit(own).post(applyPath), application);
    expect(answer.status, answer.text).toBe(200);
    const { agent } = await signIn(own, stub.admin);
    const list = await agent.get(`${callPath(contract.getApplicants)}?status=spam`);
    expect(list.body.data.data).toMatchObject([{ reference: answer.body.data.reference }]);
    await own.close();
  });

  it('believes nobody else about a form: a header that a browser sends goes nowhere', async () => {
    received = [];
    host = createServer((req, res) => {
      // A page first checks whether the host has the call.
      if (req.method === 'POST')
        received.push({ path: req.url ?? '', key: req.headers['idempotency-key'] as string | undefined });
      expect(req.headers['x-intake-assertion']).toBeUndefined();
      expect(req.headers['x-intake-reference']).toBeUndefined();
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1,"data":null}');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const own = await startTestApp({
      UPSTREAM_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    });
    await visit(own)
      .post(contactPath)
      .set({ 'Idempotency-Key': 'theirs', 'X-Intake-Reference': 'AAAAAAAA', 'X-Intake-Assertion': 'x' })
      .send(contact)
      .expect(200);
    const [seen] = received.filter(({ path }) => path === contactPath);
    expect(seen?.key).toMatch(/^[\w-]{36}$/);
    // Forged addresses have no effect: of eight concurrent forms, by the call and by the page, four more are
    // accepted.
    const more = Array.from({ length: 8 }, async (_, count) => {
      const from = `203.0.113.${count}`;
      if (count % 2 === 0) return visit(own).post(contactPath).set('X-Forwarded-For', from).send(contact);
      return postPage(
        own,
        pageForms.contact.path,
        pageForms.contact.parts({ subject: `${count}`, email: contact.email }),
        {
          'X-Forwarded-For': from,
        },
      );
    });
    const statuses = (await Promise.all(more)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect(received.filter(({ path }) => path === contactPath)).toHaveLength(5);
    await own.close();
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  });
});

it('a form that there is no room for stays with its sender, who is told when to send it again and where else to write', async () => {
  stub.misbehave(json(503), { path: contactPath });
  const { intakeItems } = limits;
  Object.assign(limits, { intakeItems: 0 });
  try {
    const text = messageText('intake.full', { minutes: 10 });
    const answer = await visitor().post(contactPath).send(contact);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('600');
    expect(answer.body).toMatchObject({ status: 0, code: 'intake.full', message: text });

    const { path, parts } = pageForms.contact;
    const page = await postPage(app, path, parts());
    expect(page.status).toBe(503);
    expect(page.headers['retry-after']).toBe('600');
    const { html, controls } = formIn(page.text, 'contact');
    expect(wordsOf(html)).toContain(text);
    expect(wordsOf(html)).toContain('Or copy what you typed into an email to');
    expect(controls.subject?.value).toBe('ایک فلم');
  } finally {
    Object.assign(limits, { intakeItems });
  }
  expect(await waiting()).toEqual([]);
});
