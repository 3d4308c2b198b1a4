import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract, rows } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngine, withEngines } from '../../support/engines.ts';
import { envelopeOf } from '../../support/envelope-of.ts';
import { blogEditForm } from '../../support/forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { stubLacks } from '../../support/stub/lacking.ts';
import { makeApplicant } from './cases/applicants.ts';
import { makeBlog } from './cases/blogs.ts';
import { dropFactors, passkeySite } from './cases/second-step.ts';
import { send } from './every-call.ts';
import { type GoodCall, goodCalls } from './good-calls.ts';

/** Returns the lines of the log for this query. */
async function linesOf({ admin }: Engine, query = ''): Promise<Record<string, unknown>[]> {
  const answer = await admin.get(`${callPath(contract.getActivity)}${query}`);
  expect(answer.status, answer.text).toBe(200);
  envelopeOf(contract.getActivity.data).parse(answer.body);
  return answer.body.data.data;
}

const calls: Partial<Record<CallName, (engine: Engine) => void>> = {
  getActivity(engine) {
    it('says who added, changed and deleted a post: ids and names of fields', async () => {
      const { id } = await makeBlog(engine);
      const edited = await engine.call('editBlog', await blogEditForm(id));
      const request = edited.headers['x-request-id'];
      await engine.read('deleteBlog', id);
      const ofPost = () => linesOf(engine, `?resource=blog&id=${id}`);
      // Two processes write their lines separately, so the order may differ.
      await expect
        .poll(async () => (await ofPost()).map(({ action }) => action).sort())
        .toEqual(['deleteBlog', 'editBlog', 'saveBlog']);
      const changed = (await ofPost()).find(({ action }) => action === 'editBlog');
      expect(changed).toMatchObject({
        resource: 'blog',
        id,
        request,
        outcome: 'done',
        who: { email: engine.credentials.email },
        address: expect.stringMatching(/127\.0\.0\.1/),
        fields: expect.arrayContaining(['blog_title', 'is_active', 'description']),
      });
      expect(Date.now() - Date.parse(String(changed?.at))).toBeLessThan(60_000);
    });

    it('says nothing of what was refused, and of a CV that it was taken', async () => {
      const { id } = await makeApplicant(engine);
      await engine.call('updateApplicantStatus', id, { status: 'nonsense' }).expect(422);
      await engine.read('updateApplicantStatus', id, { status: 'hired' });
      await engine.call('downloadCv', id).expect(200);
      await expect
        .poll(async () =>
          (await linesOf(engine, `?resource=applicant&id=${id}`))
            .map(({ action, fields }) => [action, fields])
            .sort(),
        )
        .toEqual([
          ['downloadCv', []],
          ['updateApplicantStatus', ['status']],
        ]);
    });

    it('knows sign-ins, those of an admin that failed, and says nothing of what else was tried', async () => {
      const before = (await linesOf(engine, '?action=login')).length;
      await signIn(engine.app, engine.credentials);
      const wrong = (email: string) =>
        visit(engine.app).call('login', { email, password: 'my-secret-word' }).expect(401);
      await wrong(engine.credentials.email.toUpperCase());
      await wrong('my-secret-word@typed.example');
      await expect.poll(async () => (await linesOf(engine, '?action=login')).length).toBe(before + 3);
      const lines = (await linesOf(engine, '?action=login')).slice(0, 3);
      expect(lines.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      const refused = lines.filter(({ outcome }) => outcome === 'refused');
      expect(refused.map(({ who }) => (who as { email?: string } | null)?.email ?? null).sort()).toEqual(
        [engine.credentials.email, null].sort(),
      );
      expect(JSON.stringify(lines)).not.toMatch(/my-secret-word/i);
    });

    it('is filtered by person and day, and goes on where a page ends', async () => {
      const all = await linesOf(engine);
      const [who] = all.flatMap((line) => (line.who ? [(line.who as { id: Id }).id] : []));
      const today = new Date().toISOString().slice(0, 10);
      expect((await linesOf(engine, `?who=${who}&from=${today}&to=${today}`)).length).toBeGreaterThan(2);
      expect(await linesOf(engine, '?to=2020-01-01')).toEqual([]);
      expect(await linesOf(engine, '?who=987654')).toEqual([]);
      const [first, second] = all;
      const older = `?before=${Date.parse(String(first?.at))}.${first?.key}`;
      expect((await linesOf(engine, older))[0]).toEqual(second);
    });
  },

  exportActivity(engine) {
    it('gives a file that a spreadsheet does not run, and says that it did', async () => {
      await makeBlog(engine);
      const answer = await engine.call('exportActivity', 'resource=blog');
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="?activity\.csv/),
        'cache-control': 'no-store',
      });
      const [head, first] = answer.text.split('\r\n');
      expect(head).toMatch(/^\uFEFF"Time","Name","Email","What was done"/);
      expect(first).toMatch(/"blog",\d+,/);
      await engine.admin.head(callPath(contract.exportActivity)).expect(200);
      await expect.poll(async () => (await linesOf(engine, '?action=exportActivity')).length).toBe(1);
    });
  },
};

const block = (engine: Engine) => {
  for (const [name, describeCall] of Object.entries(calls)) {
    const row = contract[name as keyof typeof calls];
    describe(`${row.method} ${row.path}`, () => describeCall(engine));
  }

  it.skipIf(engine.isOnPostgres)(
    'has no value of any text field of any call, in the table or in the file',
    // The engine has more calls than the stub, and needs four times as long.
    { tags: engine.name === 'stub' ? [] : ['deep/again'] },
    async () => {
      const marker = 'zzSecretWord';
      const skipped = new Set<CallName>(['changePassword']);
      const changing = rows.filter(
        ({ name, access, method }) =>
          access === 'admin' &&
          method !== 'GET' &&
          name in goodCalls &&
          !skipped.has(name as CallName) &&
          !(engine.stub && stubLacks(name)),
      );
      let sent = 0;
      for (const row of changing) {
        const plain = await goodCalls[row.name]?.(engine);
        for (const call of marked(plain ?? {}, marker)) {
          const { status } = await send(engine.admin, row, call);
          if (status < 300) sent += 1;
        }
        // If a call added a second step, the later sign-ins of other calls would fail.
        if (!engine.stub) await dropFactors(engine);
      }
      expect(sent).toBeGreaterThan(20);
      expect((await linesOf(engine)).length).toBe(50);
      // Read before the file is exported, since the export adds a line too.
      const database = new DatabaseSync(join(engine.app.dataDir, 'bff.sqlite'), { readOnly: true });
      const tables = ['activity', 'activity_people'].map((table) =>
        database.prepare(`select * from ${table}`).all(),
      );
      database.close();
      const file = await engine.call('exportActivity');
      expect(file.text.split('\r\n').length).toBe((tables[0]?.length ?? 0) + 2);
      for (const text of [file.text, JSON.stringify(tables)]) {
        for (const word of [marker, 'Ayesha', 'Über uns', 'CV Ayesha']) expect(text).not.toContain(word);
      }
    },
  );
};

withEngine('stub', block, { environment: passkeySite });
withEngines(block, passkeySite);

/** Returns copies of the call with the marker at the end of one text each, and one with an unknown field. */
function marked(call: GoodCall, marker: string): GoodCall[] {
  const { form, json } = call;
  if (form) {
    return form.flatMap((part, index) =>
      'text' in part
        ? [{ ...call, form: form.with(index, { ...part, text: `${part.text} ${marker}` }) }]
        : [],
    );
  }
  if (typeof json !== 'object' || json === null) return [call];
  const texts = Object.entries(json).filter(([, value]) => typeof value === 'string');
  return [
    { ...call, json: { ...json, [`${marker}Field`]: marker } },
    ...texts.map(([name, value]) => ({ ...call, json: { ...json, [name]: `${value} ${marker}` } })),
  ];
}
