import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { type CallName, contract, rows } from '#shared/contract/index.ts';
import { type Engine, withEngine, withEngines } from '../../support/engines.ts';
import { blogEditForm } from '../../support/forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { stubLacks } from '../../support/stub-upstream.ts';
import { dropFactors, makeApplicant, makeBlog, passkeySite } from './cases.ts';
import { send } from './every-call.ts';
import { type GoodCall, goodCalls } from './good-calls.ts';
import { joinTeam } from './support/account-links.ts';

const text = expect.stringMatching(/./);

const block = (engine: Engine) => {
  const { call, read } = engine;
  /** Returns the lines of the log for this query. */
  const linesOf = async (query: object = {}) =>
    contract.getActivity.data.parse(await read('getActivity', query)).data;

  it('says who added, changed and deleted a post: ids and names of fields', async () => {
    const { id } = await makeBlog(engine);
    const edited = await call('editBlog', await blogEditForm(id));
    await read('deleteBlog', id);
    const ofPost = () => linesOf({ resource: 'blog', id });
    // Two processes write their lines separately, so the order may differ.
    await expect
      .poll(async () => (await ofPost()).map(({ action }) => action).sort())
      .toEqual(['deleteBlog', 'editBlog', 'saveBlog']);
    const changed = (await ofPost()).find(({ action }) => action === 'editBlog');
    expect(changed).toMatchObject({
      resource: 'blog',
      id,
      request: edited.headers['x-request-id'],
      outcome: 'done',
      who: { email: engine.credentials.email },
      address: expect.stringMatching(/127\.0\.0\.1/),
      fields: expect.arrayContaining(['blog_title', 'is_active', 'description']),
    });
    expect(Date.now() - Date.parse(String(changed?.at))).toBeLessThan(60_000);
  });

  it.skipIf(engine.name === 'stub')(
    'shows the lines of a record to who may read it: addresses and emails to an owner alone',
    async () => {
      const { id } = await makeBlog(engine);
      const shown = async (agent: Engine['admin']) =>
        (await agent.read('getHistory', { resource: 'blog', id })).data;
      const who = { email: engine.credentials.email };
      // Of two processes, the other one may read before the line is written.
      await expect.poll(() => shown(engine.admin)).toMatchObject([{ who, address: text, request: text }]);
      for (const role of ['editor', 'reader'] as const) {
        const { agent } = await signIn(engine.app, await joinTeam(engine, { role }));
        const few = { action: 'saveBlog', id, address: null, request: null };
        expect(await shown(agent)).toMatchObject([{ ...few, who: { email: null, name: text } }]);
        await agent.call('getHistory', { resource: 'applicant', id: 1 }).expect(403);
      }
    },
  );

  it('says nothing of what was refused, and of a CV that it was taken', async () => {
    const { id } = await makeApplicant(engine);
    await call('updateApplicantStatus', id, { status: 'nonsense' }).expect(422);
    await read('updateApplicantStatus', id, { status: 'hired' });
    await call('downloadCv', id).expect(200);
    const told = async () =>
      (await linesOf({ resource: 'applicant', id })).map((line) => [line.action, line.fields]);
    await expect
      .poll(async () => (await told()).sort())
      .toEqual([
        ['downloadCv', []],
        ['updateApplicantStatus', ['status']],
      ]);
  });

  it.runIf(engine.name === 'stub').each([200, 404])(
    'no longer says whom lines concern when a host answers a deletion with %i',
    async (status) => {
      const { id } = await makeApplicant(engine);
      await read('updateApplicantStatus', id, { status: 'hired' });
      const lines = () => linesOf({ resource: 'applicant', id });
      await expect.poll(lines).toHaveLength(1);
      if (status === 404) {
        const refusal = {
          kind: 'answer',
          status,
          body: '{"status":0,"message":"No such applicant."}',
        } as const;
        engine.stub?.misbehave(refusal, { path: `/api/deleteApplicant/${id}`, times: 1 });
      }
      await call('deleteApplicant', id).expect(status);
      await expect.poll(lines).toEqual([]);
    },
  );

  it('knows sign-ins, those of an admin that failed, and says nothing of what else was tried', async () => {
    const logins = () => linesOf({ action: 'login' });
    const before = (await logins()).length;
    await signIn(engine.app, engine.credentials);
    for (const email of [engine.credentials.email.toUpperCase(), 'my-secret-word@typed.example'])
      await visit(engine.app).call('login', { email, password: 'my-secret-word' }).expect(401);
    await expect.poll(async () => (await logins()).length).toBe(before + 3);
    const lines = (await logins()).slice(0, 3);
    const { email } = engine.credentials;
    const told = lines.map(({ outcome, who }) => `${outcome} ${outcome === 'refused' && who?.email}`);
    expect(told.sort()).toEqual(['done false', `refused ${email}`, 'refused undefined']);
    expect(lines.flatMap(({ fields }) => fields)).toEqual([]);
    expect(JSON.stringify(lines)).not.toMatch(/my-secret-word/i);
  });

  it('is filtered by person and day, and goes on where a page ends', async () => {
    const all = await linesOf();
    const who = all.find((line) => line.who)?.who?.id;
    const today = new Date().toISOString().slice(0, 10);
    expect((await linesOf({ who, from: today, to: today })).length).toBeGreaterThan(2);
    expect(await linesOf({ to: '2020-01-01' })).toEqual([]);
    expect(await linesOf({ who: 987654 })).toEqual([]);
    const { older } = await read('getActivity', { per_page: 2 });
    expect((await linesOf({ before: older }))[0]).toEqual(all[2]);
  });

  it('gives a file that a spreadsheet does not run, and says that it did', async () => {
    await makeBlog(engine);
    const { headers, text } = await call('exportActivity', { resource: 'blog' }).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="?activity\.csv/),
      'cache-control': 'no-store',
    });
    const [head, first] = text.split('\r\n');
    expect(head).toMatch(/^\uFEFF"Time","Name","Email","What was done"/);
    expect(first).toMatch(/"blog",\d+,/);
    await engine.admin.head(contract.exportActivity.path).expect(200);
    await expect.poll(async () => (await linesOf({ action: 'exportActivity' })).length).toBe(1);
  });

  it.skipIf(engine.isOnPostgres)(
    'has no value of any text field of any call, in the table or in the file',
    // The engine has more calls than the stub, and needs four times as long.
    { tags: engine.name === 'stub' ? [] : ['deep/again'] },
    async () => {
      const marker = 'zzSecretWord';
      const changing = rows.filter(
        ({ name, access, method }) =>
          access === 'admin' && method !== 'GET' && (name as CallName) !== 'changePassword',
      );
      let sent = 0;
      for (const row of changing) {
        const makeCall = goodCalls[row.name];
        if (!makeCall || (engine.stub && stubLacks(row.name))) continue;
        for (const marking of marked(await makeCall(engine), marker))
          if ((await send(engine.admin, row, marking)).status < 300) sent += 1;
        // If a call added a second step, the later sign-ins of other calls would fail.
        if (!engine.stub) await dropFactors(engine);
      }
      expect(sent).toBeGreaterThan(20);
      expect((await linesOf()).length).toBe(50);
      // Read before the file is exported, since the export adds a line too.
      const database = new DatabaseSync(join(engine.app.dataDir, 'bff.sqlite'), { readOnly: true });
      const tables = ['activity', 'activity_people'].map((table) =>
        database.prepare(`select * from ${table}`).all(),
      );
      database.close();
      const { text } = await call('exportActivity');
      expect(text.split('\r\n').length).toBe((tables[0]?.length ?? 0) + 2);
      for (const word of [marker, 'Ayesha', 'Über uns', 'CV Ayesha'])
        expect(`${text}${JSON.stringify(tables)}`).not.toContain(word);
    },
  );
};

withEngine('stub', block, { environment: passkeySite });
withEngines(block, passkeySite);

/** Returns copies of the call with the marker at the end of one text each, and one with an unknown field. */
function marked(call: GoodCall, marker: string) {
  const { form = [], json } = call;
  const forms = form.flatMap((part, index) =>
    'text' in part ? [{ ...call, form: form.with(index, { ...part, text: `${part.text} ${marker}` }) }] : [],
  );
  const bodies = Object.entries({ ...json, [`${marker}Field`]: '' }).flatMap(([name, value]) =>
    json && typeof value === 'string' ? [{ ...call, json: { ...json, [name]: `${value} ${marker}` } }] : [],
  );
  return form.length || json ? [...forms, ...bodies] : [call];
}
