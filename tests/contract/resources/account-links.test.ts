import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { Person } from '#shared/schemas/person.ts';
import { accountOf } from '../../../server/bff/session/devices.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { runSql } from '../../support/run-sql.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { makeInvited } from './cases.ts';
import { joinTeam, linkTo, mailsTo, password, postForm, publicUrl } from './support/account-links.ts';

/** Headers of every answer to a link, also of a refusal. */
const hidden = {
  'cache-control': expect.stringContaining('no-store'),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

withEngines(describeLinks, { PUBLIC_URL: publicUrl });

function describeLinks(engine: Engine) {
  const open = (path: string) => request(engine.app.url).get(path);
  const forgot = (email: string) =>
    postForm(engine, '/admin/forgot', { email }).set('Origin', engine.app.url);
  const robot = async (path: string) => {
    for (const agent of ['Scanner/1', 'Scanner/2']) await open(path).set('User-Agent', agent).expect(200);
    await request(engine.app.url).head(path).expect(200);
  };

  it('let somebody join, once, although robots opened the link first', async () => {
    const { email, id } = await makeInvited(engine);
    const path = await linkTo(engine, email, 'invite');
    await robot(path);
    await open(path.replace('/invite/', '/reset/')).expect(404);
    const shown = await open(path).expect(200);
    expect(shown.headers).toMatchObject({ ...hidden, 'cache-control': 'private, no-store' });
    expect(shown.text).toContain(email);

    const bad = await postForm(engine, path, { name: '<b>Ayesha', new_password: 'short' }).expect(422);
    expect(bad.text).toContain('Use at least 10 characters.');
    expect(bad.text).toContain('&#60;b&#62;Ayesha');
    expect(bad.text).not.toContain('short"');
    const guessable = await postForm(engine, path, { name: 'A', new_password: email }).expect(422);
    expect(guessable.text).toContain('Your email address cannot be your password.');
    for (const [sent, status] of [
      [{ Origin: 'http://evil.example' }, 403],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.studio.example' }, 403],
      [{ 'Content-Type': 'application/json' }, 415],
      // Taken, and then refused for its field.
      [{ 'Sec-Fetch-Site': 'same-origin' }, 422],
      [{ Origin: publicUrl }, 422],
    ] as const) {
      const { headers } = await postForm(engine, path, { name: 'A', new_password: 'short' })
        .set(sent)
        .expect(status);
      expect(headers).toMatchObject(hidden);
      expect(headers).not.toHaveProperty('etag');
    }

    const joined = await Promise.all(
      [1, 2, 3].map(() => postForm(engine, path, { name: 'عائشہ', new_password: password })),
    );
    expect(joined.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await open(path)).text).toContain('This link doesn’t work');
    const { agent } = await signIn(engine.app, { email, password });
    expect((await agent.read('session')).user).toMatchObject({ name: 'عائشہ', role: 'editor' });
    const { data } = await engine.read('getPeople');
    expect(data.find((person: Person) => person.id === id)).toMatchObject({
      name: 'عائشہ',
      role: 'editor',
      state: 'active',
      is_you: false,
      invite_ends_at: null,
      last_sign_in_at: expect.any(String),
    });
    const late = await engine.call('resendInvite', id).expect(409);
    expect(late.body.message).toBe(textOf('people.joined'));
    const removed = await engine.call('removePerson', id).expect(200);
    expect(removed.body.message).toBe(textOf('people.removed'));
  });

  it('of an invitation stop to work when it is sent again or taken back', async () => {
    const { email, id } = await makeInvited(engine);
    const first = await linkTo(engine, email, 'invite');
    // Who has not joined yet is nobody to whom a message could be given.
    expect(await engine.read('getColleagues')).not.toContainEqual(expect.objectContaining({ id }));
    await engine.read('resendInvite', id);
    const second = await linkTo(engine, email, 'invite');
    expect(second).not.toBe(first);
    await open(first).expect(404);
    await open(second).expect(200);
    await engine.read('removePerson', id);
    await open(second).expect(404);
    await postForm(engine, second, { name: 'A', new_password: password }).expect(404);
  });

  it('end after seven days, and after an hour if they set a password', async () => {
    const person = await joinTeam(engine, { role: 'reader' });
    const invited = await makeInvited(engine);
    await forgot(person.email).expect(200);
    await expect.poll(async () => (await mailsTo(engine, person.email)).length).toBe(2);
    const paths = [
      await linkTo(engine, invited.email, 'invite'),
      await linkTo(engine, person.email, 'reset'),
    ];
    const rows = await runSql(
      engine,
      'select kind, created_at, expires_at from account_links order by created_at desc limit 2',
    );
    const hours = rows.map((row) => [
      row.kind,
      (Date.parse(String(row.expires_at)) - Date.parse(String(row.created_at))) / 3_600_000,
    ]);
    expect(Object.fromEntries(hours)).toEqual({ invite: 168, reset: 1 });
    for (const path of paths) await open(path).expect(200);
    await runSql(engine, "update account_links set expires_at = '2020-01-01T00:00:00.000Z'");
    for (const path of paths) await open(path).expect(404);
    await postForm(engine, paths[1] ?? '', { new_password: 'the third passphrase here' }).expect(404);
    for (const { id } of [person, invited]) await engine.read('removePerson', id);
  });

  it('to set a password come by mail, work once, and end every session and known browser', async () => {
    const person = await joinTeam(engine, { role: 'reader' });
    const { agent } = await signIn(engine.app, person);
    const links: string[] = [];
    for (const mails of [2, 3]) {
      await forgot(person.email.toUpperCase()).expect(200);
      await expect.poll(async () => (await mailsTo(engine, person.email)).length).toBe(mails);
      links.push(await linkTo(engine, person.email, 'reset'));
    }
    const [earlier = '', path = ''] = links;
    await open(earlier).expect(200);
    await robot(path);
    await postForm(engine, path, { new_password: `${person.email}` }).expect(422);
    await postForm(engine, path, { new_password: 'yet another passphrase' }).expect(200);
    await agent.call('getAccount').expect(401);
    for (const link of links) {
      await open(link).expect(404);
      await postForm(engine, link, { new_password: 'the third passphrase here' }).expect(404);
    }
    await expect(signIn(engine.app, person)).rejects.toThrow('401');
    await signIn(engine.app, { email: person.email, password: 'yet another passphrase' });
    if (!engine.isOnPostgres) {
      await expect.poll(() => JSON.stringify(engine.app.logLines)).toContain('/reset/-');
      expect(JSON.stringify(engine.app.logLines)).not.toContain(path.split('/')[2]);
      const file = new DatabaseSync(join(engine.app.dataDir, 'bff.sqlite'));
      const voided = file.prepare('select account from void_devices').all();
      file.close();
      expect(voided).toContainEqual({ account: accountOf(person.email) });
    }
    await engine.read('removePerson', person.id);
  });

  it('to set a password are promised to every address alike, and mailed to accounts alone, few of them', async () => {
    const person = await joinTeam(engine, { role: 'reader' });
    const invited = await makeInvited(engine);
    const nobody = 'nobody@studio.example';
    const answers = [];
    for (const email of [person.email, nobody, invited.email, person.email, person.email, person.email])
      answers.push(await forgot(email));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.text).toContain('Check your mail');
    await expect.poll(async () => (await mailsTo(engine, person.email)).length).toBe(4);
    expect(await mailsTo(engine, nobody)).toEqual([]);
    expect(await mailsTo(engine, invited.email)).toHaveLength(1);
    expect((await forgot('nobody')).status).toBe(422);
    for (let more = 0; more < 4; more += 1) await forgot(nobody);
    await forgot(person.email).expect(429);
    expect(await mailsTo(engine, person.email)).toHaveLength(4);
  });
}

describe('without PUBLIC_URL', () => {
  it('there are no links in mails, whatever address the request names, and it is said why', async () => {
    const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
    const app = await startTestApp({ ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password });
    try {
      const { agent } = await signIn(app, credentials);
      expect((await agent.read('getPeople')).links).toBe(false);
      const invite = { name: 'A', email: 'a@studio.example', role: 'editor' };
      const refused = await agent.call('invitePerson', invite).expect(409);
      expect(refused.body.message).toContain('PUBLIC_URL');
      const form = request(app.url).post('/admin/forgot').set('Host', 'evil.example').type('form');
      expect((await form.send({ email: credentials.email }).expect(409)).text).toContain('PUBLIC_URL');
    } finally {
      await app.close();
    }
  });
});
