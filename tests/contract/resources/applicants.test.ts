import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { withEngines } from '../../support/engines.ts';
import { applicationForm, type FormPart, sendForm, without, withTexts } from '../../support/forms.ts';
import { doc, officeZip } from '../../support/office-files.ts';
import { makeApplicant, newEmail } from './cases/applicants.ts';
import { makeJob } from './cases/jobs.ts';

withEngines((engine) => {
  const path = (call: CallName, id?: Id) => callPath(contract[call], id ? { id } : {});
  const single = async (id: Id) => (await engine.admin.get(path('getSingleApplicant', id))).body.data;
  const list = async (query: string) => {
    const answer = await engine.admin.get(`${path('getApplicants')}?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const listedIds = async (query: string) => (await list(query)).data.map((each: { id: Id }) => each.id);

  describe('a CV', () => {
    const withCv = (file: Buffer, filename: string, type: string): FormPart[] => [
      ...without(applicationForm(), 'cv'),
      { name: 'cv', file, filename, type },
    ];

    it.each([
      ['DOC', doc(), 'application/msword'],
      [
        'DOCX',
        officeZip('document'),
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      ],
    ])('may be a %s, whatever the browser calls it', async (_kind, file, type) => {
      const email = newEmail();
      const form = withTexts(withCv(file, 'my.cv', 'image/png'), { email });
      await sendForm(engine.admin.post(path('applyJob')), form).expect(200);
      const [{ id, ...shown }] = (await list(`search=${email}`)).data;
      expect(shown).toMatchObject({ cv_mime: type, cv_size: file.length });
      const answer = await engine.admin.get(path('downloadCv', id)).buffer(true);
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['content-length']).toBe(String(file.length));
    });

    it.each([
      ['a document with macros', officeZip('macro')],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ])('must not be %s, whatever it is called', async (_kind, file) => {
      const answer = await sendForm(
        engine.admin.post(path('applyJob')),
        withCv(file, 'cv.pdf', 'application/pdf'),
      );
      expect(answer.status, answer.text).toBe(415);
      expect(answer.body).toMatchObject({
        status: 0,
        errors: { cv: [expect.stringContaining('PDF, DOC, DOCX')] },
      });
    });

    it.skipIf(engine.isOnPostgres)(
      'whose file is gone from the disk is 404 with a reason, and nothing else of the applicant is',
      async () => {
        const { id } = await makeApplicant(engine);
        await rm(join(engine.app.dataDir, 'private'), { recursive: true, force: true });
        const answer = await engine.admin.get(path('downloadCv', id));
        expect([answer.status, answer.body.message]).toEqual([404, messages['file.notFound']]);
        expect(await single(id)).toMatchObject({ cv_name: expect.stringMatching(/./) });
        expect((await makeApplicant(engine)).id).not.toBe(id);
      },
    );

    it('has no address that a visitor, or anybody, could open', async () => {
      const { id } = await makeApplicant(engine);
      const answers = await Promise.all([
        engine.admin.get(path('getSingleApplicant', id)),
        engine.admin.get(path('getApplicants')),
        engine.admin.get(path('exportApplicants')).buffer(true),
      ]);
      for (const { text } of answers) {
        expect(text).not.toMatch(/private\/|\/storage\/|cv_file|storedAt|\/tmp\//);
      }
      const answer = await engine.visitor.get(path('downloadCv', id));
      expect(answer.status).toBe(401);
    });
  });

  describe('applying', () => {
    it('for a job that is a draft, over, deleted or unknown is refused, and nothing is kept', async () => {
      const draft = await makeJob(engine);
      const closed = await makeJob(engine, { status: 'open' });
      await engine.admin.post(path('updateJobStatus', closed.id)).send({ status: 'closed' }).expect(200);
      const filled = await makeJob(engine, { status: 'open' });
      await engine.admin.post(path('updateJobStatus', filled.id)).send({ status: 'filled' }).expect(200);
      const deleted = await makeJob(engine, { status: 'open' });
      await engine.admin.post(path('deleteJob', deleted.id)).expect(200);
      const expected = [
        [draft.id, 404],
        [closed.id, 410],
        [filled.id, 410],
        [deleted.id, 404],
        [987_654_321, 404],
      ] as const;
      const email = newEmail();
      for (const [id, status] of expected) {
        const answer = await sendForm(
          engine.visitor.post(path('applyJobFor', id)),
          applicationForm({ email }),
        );
        expect([answer.status, answer.body.status], answer.text).toEqual([status, 0]);
        expect(answer.body.message).toMatch(/job/);
      }
      expect(await listedIds(`search=${email}`)).toEqual([]);
    });

    it('again for the same job keeps everything that was there, and tells nobody', async () => {
      const { id: jobId } = await makeJob(engine, { status: 'open' });
      const email = newEmail();
      const before = await makeApplicant(engine, { email, cover_letter: 'First' }, jobId);
      await engine.admin
        .post(path('updateApplicantStatus', before.id))
        .send({ status: 'interview', is_read: 1 })
        .expect(200);

      const form = applicationForm({ email: email.toUpperCase(), name: 'A. Khan', cover_letter: 'Second' });
      const [first, again] = [
        await sendForm(engine.admin.post(path('applyJob')), applicationForm({ email: newEmail() })),
        await sendForm(engine.admin.post(path('applyJobFor', jobId)), form),
      ];
      expect(again.status).toBe(200);
      /**
       * Returns the parts of the answer that must be the same for all applicants. The receipt's address depends on
       * the reference, a secret and the form's key.
       */
      const saysNothing = ({ received: _address, ...body }: typeof first.body) => ({
        ...body,
        data: { ...body.data, reference: '' },
      });
      expect(saysNothing(again.body)).toEqual(saysNothing(first.body));
      const { reference } = again.body.data;
      expect(reference).not.toBe(before.reference);

      const [unread] = (await list(`search=${reference}`)).data;
      expect(unread).toMatchObject({ id: before.id, is_read: 0, submissions_count: 2, status: 'interview' });
      expect(await single(before.id)).toMatchObject({
        reference: before.reference,
        name: before.name,
        email,
        cover_letter: 'First',
        submissions: [
          { number: 1, reference: before.reference, cover_letter: 'First', email },
          { number: 2, reference, cover_letter: 'Second', name: 'A. Khan', email: email.toUpperCase() },
        ],
        events: [
          { type: 'submitted', from: null, to: 'new' },
          { type: 'status', from: 'new', to: 'interview' },
          { type: 'submitted', from: null, to: 'interview' },
        ],
      });
      for (const number of [1, 2]) {
        await engine.admin.get(`${path('downloadCv', before.id)}?submission=${number}`).expect(200);
      }
      await engine.admin.get(`${path('downloadCv', before.id)}?submission=3`).expect(404);
    });
  });

  describe('the list', () => {
    it('is sorted as one asks, the unread first otherwise, and shows spam only when asked for it', async () => {
      const word = `sorted${Date.now()}`;
      const make = (name: string) => makeApplicant(engine, { name: `${name} ${word}` });
      const [one, two, three] = [await make('Bilal'), await make('ayesha'), await make('Çelik')];
      await engine.admin.post(path('updateApplicantStatus', one.id)).send({ rating: 5 }).expect(200);
      await engine.admin.post(path('updateApplicantStatus', three.id)).send({ is_read: 1 }).expect(200);
      const ids = (sort: string) => listedIds(`search=${word}&sort=${sort}`);
      expect(await ids('')).toEqual([two.id, one.id, three.id]);
      expect(await ids('unread')).toEqual([two.id, one.id, three.id]);
      expect(await ids('newest')).toEqual([three.id, two.id, one.id]);
      expect(await ids('oldest')).toEqual([one.id, two.id, three.id]);
      expect(await ids('name')).toEqual([two.id, one.id, three.id]);
      expect((await ids('rating'))[0]).toBe(one.id);
      expect(await listedIds(`search=${word}&is_read=1`)).toEqual([three.id]);
      expect(await list(`search=${word}`)).toMatchObject({ unread: 2, total: 3, counts: { new: 3 } });
      await engine.admin.post(path('updateApplicantStatus', two.id)).send({ status: 'spam' }).expect(200);
      expect(await ids('oldest')).toEqual([one.id, three.id]);
      expect(await listedIds(`search=${word}&status=spam`)).toEqual([two.id]);
    });

    it('is searched by name, email, phone and reference, with signs as they are', async () => {
      const word = `found${Date.now()}`;
      const made = await makeApplicant(engine, { name: `100%_sure ${word}`, phone: '0300-7654321' });
      for (const search of [word.toUpperCase(), made.email, made.reference.toLowerCase(), '0300-7654321']) {
        expect(await listedIds(`search=${encodeURIComponent(search)}`), search).toContain(made.id);
      }
      for (const search of [`%${word}`, `100__sure ${word}`, `10%sure ${word}`, `' or 1=1 -- ${word}`]) {
        expect(await listedIds(`search=${encodeURIComponent(search)}`), search).toEqual([]);
      }
    });
  });

  describe('an applicant', () => {
    it('is read once somebody opens it, and not by a HEAD', async () => {
      const { id, email } = await makeApplicant(engine);
      const isRead = async () => (await list(`search=${email}`)).data[0].is_read;
      const head = await engine.admin.head(path('getSingleApplicant', id));
      expect([head.status, head.text ?? '']).toEqual([200, '']);
      expect(head.headers['content-type']).toMatch(/^application\/json/);
      expect(await isRead()).toBe(0);
      expect((await single(id)).is_read).toBe(1);
      expect(await isRead()).toBe(1);
      expect((await engine.admin.head(path('getSingleApplicant', 987_654_321))).status).toBe(404);
      expect((await engine.visitor.head(path('getSingleApplicant', id))).status).toBe(401);
    });

    it('goes from status to status, and each step is told', async () => {
      const { id } = await makeApplicant(engine);
      const move = (change: object) => engine.admin.post(path('updateApplicantStatus', id)).send(change);
      await move({ status: 'reviewing' }).expect(200);
      await move({ status: 'reviewing' }).expect(200);
      await move({ status: 'rejected', reject_reason: 'Too far.' }).expect(200);
      expect(await single(id)).toMatchObject({ status: 'rejected', reject_reason: 'Too far.' });
      await move({ status: 'interview', rating: 3 }).expect(200);
      await move({}).expect(200);
      const found = await single(id);
      expect(found).toMatchObject({ status: 'interview', reject_reason: null, rating: 3 });
      expect(found.events).toMatchObject([
        { type: 'submitted', from: null, to: 'new', who: null },
        { type: 'status', from: 'new', to: 'reviewing', who: expect.stringMatching(/./) },
        { type: 'status', from: 'reviewing', to: 'rejected' },
        { type: 'status', from: 'rejected', to: 'interview' },
      ]);
      for (const event of found.events) expect(event.when).toMatch(/^\d{4}-\d\d-\d\dT/);
    });

    it('has notes that can be corrected, deleted and brought back to where they stood', async () => {
      const { id } = await makeApplicant(engine);
      const ids: Id[] = [];
      for (const note of ['One', 'Tow', 'Three']) {
        const added = await engine.admin.post(path('addApplicantNote', id)).send({ note }).expect(200);
        ids.push(added.body.data.id);
      }
      const [, second = 0] = ids;
      await engine.admin.post(path('updateApplicantNote', second)).send({ note: 'Two' }).expect(200);
      const whole = (await single(id)).notes;
      expect(whole).toMatchObject([{ note: 'One' }, { note: 'Two' }, { note: 'Three' }]);
      await engine.admin.post(path('deleteApplicantNote', second)).expect(200);
      expect((await single(id)).notes).toEqual([whole[0], whole[2]]);
      await engine.admin.post(path('deleteApplicantNote', second)).expect(404);
      await engine.admin.post(path('updateApplicantNote', second)).send({ note: 'x' }).expect(404);
      await engine.admin
        .post(path('restoreDeleted'))
        .send({ resource: 'applicant_note', id: second })
        .expect(200);
      expect((await single(id)).notes).toMatchObject([{ note: 'One' }, { note: 'Two' }, { note: 'Three' }]);
    });
  });

  describe('many at once', () => {
    it.each([
      ['read', { is_read: 1 }],
      ['spam', { status: 'spam' }],
    ])('%s changes each, once, and says how many', async (action, shown) => {
      const ids = [(await makeApplicant(engine)).id, (await makeApplicant(engine)).id];
      const bulk = () => engine.admin.post(path('bulkApplicants')).send({ ids: [...ids, ...ids], action });
      expect((await bulk()).body.data).toMatchObject({ changed: 2 });
      expect((await bulk()).body.data).toMatchObject({ changed: 0 });
      for (const id of ids) expect(await single(id)).toMatchObject(shown);
    });

    it('a move says what each was before, so that it can be undone', async () => {
      const [one, other] = [(await makeApplicant(engine)).id, (await makeApplicant(engine)).id];
      const bulk = (sent: object) => engine.admin.post(path('bulkApplicants')).send(sent);
      await bulk({ ids: [other], action: 'rejected', reject_reason: 'No reel.' }).expect(200);
      const moved = await bulk({ ids: [one, other], action: 'interview' });
      const before = [
        { id: one, status: 'new', reject_reason: null },
        { id: other, status: 'rejected', reject_reason: 'No reel.' },
      ];
      expect(moved.body.data).toMatchObject({ changed: 2, before });
      for (const { id, status: action, reject_reason } of before) {
        await bulk({ ids: [id], action, ...(reject_reason && { reject_reason }) }).expect(200);
      }
      for (const { id, ...was } of before) expect(await single(id)).toMatchObject(was);
    });
  });

  it('the export holds whom the filters leave', async () => {
    const word = `export${Date.now()}`;
    const [one, two] = [
      await makeApplicant(engine, { name: `"One", ${word}` }),
      await makeApplicant(engine, { name: `Two ${word}` }),
    ];
    await engine.admin.post(path('updateApplicantStatus', two.id)).send({ status: 'hired' }).expect(200);
    const file = await engine.admin.get(`${path('exportApplicants')}?search=${word}&status=new`).buffer(true);
    expect(file.text).toContain(one.reference);
    expect(file.text).toContain(`"""One"", ${word}"`);
    expect(file.text).not.toContain(two.reference);
    expect(file.text).toMatch(/^\uFEFF?"Reference","Name"/);
  });
});
