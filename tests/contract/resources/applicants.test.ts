import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvLine } from '#shared/csv.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import { withEngines } from '../../support/engines.ts';
import { applicationForm, without } from '../../support/forms.ts';
import { doc, officeZip } from '../../support/office-files.ts';
import { makeApplicant, makeJob, newEmail } from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  const single = (id: Id) => read('getSingleApplicant', id);
  const list = (query: object) => read('getApplicants', query);
  const listedIds = async (query: object) => (await list(query)).data.map((each: { id: Id }) => each.id);
  const update = (id: Id, change: object) => read('updateApplicantStatus', id, change);
  const withCv = (file: Buffer, filename: string, type: string, email = newEmail()) => [
    ...without(applicationForm({ email }), 'cv'),
    { name: 'cv', file, filename, type },
  ];

  it.each([
    ['DOC', doc(), 'application/msword'],
    [
      'DOCX',
      officeZip('document'),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('a CV may be a %s, whatever the browser calls it', async (_kind, file, type) => {
    const email = newEmail();
    await read('applyJob', withCv(file, 'my.cv', 'image/png', email));
    const [{ id, ...shown }] = (await list({ search: email })).data;
    expect(shown).toMatchObject({ cv_mime: type, cv_size: file.length });
    const { headers } = await call('downloadCv', id).buffer(true);
    expect(headers).toMatchObject({ 'content-type': type, 'content-length': String(file.length) });
  });

  it.each([
    ['a document with macros', officeZip('macro')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ])('a CV must not be %s, whatever it is called', async (_kind, file) => {
    const { status, body } = await call('applyJob', withCv(file, 'cv.pdf', 'application/pdf'));
    expect([status, body.errors]).toEqual([415, { cv: [expect.stringContaining('PDF, DOC, DOCX')] }]);
  });

  it.skipIf(engine.isOnPostgres)(
    'a CV whose file is gone from the disk is 404 with a reason, and nothing else of the applicant is',
    async () => {
      const { id } = await makeApplicant(engine);
      await rm(join(engine.app.dataDir, 'private'), { recursive: true, force: true });
      const { status, body } = await call('downloadCv', id);
      expect([status, body.message]).toEqual([404, messages['file.notFound']]);
      expect(await single(id)).toMatchObject({ cv_name: expect.stringMatching(/./) });
      await makeApplicant(engine);
    },
  );

  it('a CV has no address that a visitor, or anybody, could open', async () => {
    const { id } = await makeApplicant(engine);
    for (const asked of [call('getSingleApplicant', id), call('getApplicants'), call('exportApplicants')])
      expect((await asked.buffer(true)).text).not.toMatch(/private\/|\/storage\/|cv_file|storedAt|\/tmp\//);
    await engine.visitor.call('downloadCv', id).expect(401);
    await read('deleteApplicant', id);
    await call('downloadCv', id).expect(404);
  });

  it('applying for a job that is a draft, over, deleted or unknown is refused, and nothing is kept', async () => {
    const [closed, filled, deleted] = await Promise.all(
      [1, 2, 3].map(async () => (await makeJob(engine, { status: 'open' })).id),
    );
    await read('updateJobStatus', closed, { status: 'closed' });
    await read('updateJobStatus', filled, { status: 'filled' });
    await read('deleteJob', deleted);
    const ids = [(await makeJob(engine)).id, closed, filled, deleted, 987_654_321];
    const email = newEmail();
    const statuses: number[] = [];
    for (const id of ids) {
      const { status, body } = await engine.visitor.call('applyJobFor', id, applicationForm({ email }));
      expect(body).toMatchObject({ status: 0, message: expect.stringMatching(/job/) });
      statuses.push(status);
    }
    expect(statuses).toEqual([404, 410, 410, 404, 404]);
    expect(await listedIds({ search: email })).toEqual([]);
  });

  it('applying again for the same job keeps everything that was there, and tells nobody', async () => {
    const { id: jobId } = await makeJob(engine, { status: 'open' });
    const email = newEmail();
    const before = await makeApplicant(engine, { email, cover_letter: 'First' }, jobId);
    await update(before.id, { status: 'interview', is_read: 1 });
    const form = applicationForm({ email: email.toUpperCase(), name: 'A. Khan', cover_letter: 'Second' });
    const first = await call('applyJob', applicationForm({ email: newEmail() }));
    const again = await call('applyJobFor', jobId, form);
    // The reference differs, and with it the receipt's address.
    const saysNothing = ({ received: _address, ...body }: typeof first.body) => ({
      ...body,
      data: { ...body.data, reference: '' },
    });
    expect(saysNothing(again.body)).toEqual(saysNothing(first.body));
    const { reference } = again.body.data;
    expect(reference).not.toBe(before.reference);
    for (const sort of ['newest', 'unread']) expect((await listedIds({ sort }))[0]).toBe(before.id);
    expect(await listedIds({ job_id: jobId })).toEqual([before.id]);
    const [unread] = (await list({ search: reference })).data;
    expect(unread).toMatchObject({ id: before.id, is_read: 0, submissions_count: 2, status: 'interview' });
    const kept = { reference: before.reference, cover_letter: 'First', email };
    expect(await single(before.id)).toMatchObject({
      ...kept,
      name: before.name,
      submissions: [
        { number: 1, ...kept },
        { number: 2, reference, cover_letter: 'Second', name: 'A. Khan', email: email.toUpperCase() },
      ],
      events: [
        { type: 'submitted', from: null, to: 'new' },
        { type: 'status', from: 'new', to: 'interview' },
        { type: 'submitted', from: null, to: 'interview' },
      ],
    });
    for (const [submission, status] of Object.entries({ 1: 200, 2: 200, 3: 404 }))
      await call('downloadCv', before.id, { submission }).expect(status);
  });

  it('the list is sorted as one asks, the unread first otherwise, and shows spam only when asked for it', async () => {
    const word = `sorted${Date.now()}`;
    const make = (name: string) => makeApplicant(engine, { name: `${name} ${word}` });
    const [one, two, three] = [await make('Bilal'), await make('ayesha'), await make('Çelik')];
    await update(one.id, { rating: 5 });
    await update(three.id, { is_read: 1 });
    const ids = (query: object) => listedIds({ search: word, ...query });
    for (const [sort, expected] of Object.entries({
      '': [two, one, three],
      unread: [two, one, three],
      newest: [three, two, one],
      oldest: [one, two, three],
      name: [two, one, three],
    }))
      expect(await ids({ sort }), sort).toEqual(expected.map(({ id }) => id));
    expect((await ids({ sort: 'rating' }))[0]).toBe(one.id);
    expect(await ids({ is_read: 1 })).toEqual([three.id]);
    expect(await list({ search: word })).toMatchObject({ unread: 2, total: 3, counts: { new: 3 } });
    await update(two.id, { status: 'spam' });
    expect(await ids({ sort: 'oldest' })).toEqual([one.id, three.id]);
    expect(await ids({ status: 'spam' })).toEqual([two.id]);
  });

  it('the list is searched by name, email, phone and reference, with signs as they are', async () => {
    const word = `found${Date.now()}`;
    const cover_letter = 'See https://a.example/reel, and www.b.example.';
    const texts = { name: `100%_sure ${word}`, phone: '0300-7654321', cover_letter };
    const made = await makeApplicant(engine, texts);
    expect(made).toMatchObject({ letter_links: 2, applied_again: 0 });
    for (const search of [word.toUpperCase(), made.email, made.reference.toLowerCase(), '0300-7654321'])
      expect(await listedIds({ search }), search).toContain(made.id);
    for (const search of [`%${word}`, `100__sure ${word}`, `10%sure ${word}`, `' or 1=1 -- ${word}`])
      expect(await listedIds({ search }), search).toEqual([]);
  });

  describe('an applicant', () => {
    it('is read once somebody opens it, and not by a HEAD', async () => {
      const { id, email } = await makeApplicant(engine);
      const isRead = async () => (await list({ search: email })).data[0].is_read;
      const path = `/api/getSingleApplicant/${id}`;
      const { headers, text } = await engine.admin.head(path).expect(200);
      expect([text ?? '', headers['content-type']]).toEqual([
        '',
        expect.stringMatching(/^application\/json/),
      ]);
      expect(await isRead()).toBe(0);
      expect((await single(id)).is_read).toBe(1);
      expect(await isRead()).toBe(1);
      await engine.admin.head(`${path}987654321`).expect(404);
      await engine.visitor.head(path).expect(401);
    });

    it('goes from status to status, and each step is told', async () => {
      const { id } = await makeApplicant(engine);
      await update(id, { status: 'reviewing' });
      await update(id, { status: 'reviewing' });
      await update(id, { status: 'rejected', reject_reason: 'Too far.' });
      expect(await single(id)).toMatchObject({ status: 'rejected', reject_reason: 'Too far.' });
      await update(id, { status: 'interview', rating: 3 });
      await update(id, {});
      const found = await single(id);
      expect(found).toMatchObject({ status: 'interview', reject_reason: null, rating: 3 });
      expect(found.events).toMatchObject([
        { type: 'submitted', from: null, to: 'new', who: null },
        { type: 'status', from: 'new', to: 'reviewing', who: expect.stringMatching(/./) },
        { type: 'status', from: 'reviewing', to: 'rejected' },
        {
          type: 'status',
          from: 'rejected',
          to: 'interview',
          when: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ]);
    });

    it('has notes that can be corrected, deleted and brought back to where they stood', async () => {
      const { id } = await makeApplicant(engine);
      const ids: Id[] = [];
      for (const note of ['One', 'Tow', 'Three']) ids.push((await read('addApplicantNote', id, { note })).id);
      const [, second = 0] = ids;
      await read('updateApplicantNote', second, { note: 'Two' });
      const whole = (await single(id)).notes;
      expect(whole).toMatchObject([{ note: 'One' }, { note: 'Two' }, { note: 'Three' }]);
      await read('deleteApplicantNote', second);
      expect((await single(id)).notes).toEqual([whole[0], whole[2]]);
      await call('deleteApplicantNote', second).expect(404);
      await call('updateApplicantNote', second, { note: 'x' }).expect(404);
      await read('restoreDeleted', { resource: 'applicant_note', id: second });
      expect((await single(id)).notes).toMatchObject([{ note: 'One' }, { note: 'Two' }, { note: 'Three' }]);
    });
  });

  it('many are moved at once, each once, and what each was before is told, so that it can be undone', async () => {
    const [one, other] = [(await makeApplicant(engine)).id, (await makeApplicant(engine)).id];
    const bulk = (sent: object) => read('bulkApplicants', sent);
    await bulk({ ids: [other], action: 'rejected', reject_reason: 'No reel.' });
    const before = [
      { id: one, status: 'new', reject_reason: null },
      { id: other, status: 'rejected', reject_reason: 'No reel.' },
    ];
    const ids = [one, other, one];
    expect(await bulk({ ids, action: 'interview' })).toMatchObject({ changed: 2, before });
    expect(await bulk({ ids, action: 'interview' })).toMatchObject({ changed: 0 });
    for (const { id, status: action, reject_reason } of before)
      await bulk({ ids: [id], action, ...(reject_reason && { reject_reason }) });
    for (const { id, ...was } of before) expect(await single(id)).toMatchObject(was);
    expect(await bulk({ ids, action: 'unread' })).toEqual({ changed: 2 });
    const isRead = async () =>
      (await list({ sort: 'newest' })).data.map((each: { is_read: 0 | 1 }) => each.is_read);
    expect((await isRead()).slice(0, 2)).toEqual([0, 0]);
    await bulk({ ids, action: 'read' });
    expect((await isRead()).slice(0, 2)).toEqual([1, 1]);
    await bulk({ ids: [one], action: 'delete' });
    await call('getSingleApplicant', one).expect(404);
    await call('getSingleApplicant', other).expect(200);
  });

  it('the export holds whom the filters leave', async () => {
    const word = `export${Date.now()}`;
    const one = await makeApplicant(engine, { name: `"One", ${word}` });
    const two = await makeApplicant(engine, { name: `Two ${word}` });
    await update(two.id, { status: 'hired' });
    const { text } = await call('exportApplicants', { search: word, status: 'new' }).buffer(true);
    for (const words of [one.reference, `"""One"", ${word}"`]) expect(text).toContain(words);
    expect(text).not.toContain(two.reference);
    const columns = {
      Reference: one.reference,
      Name: one.name,
      Email: one.email,
      Phone: one.phone,
      City: one.city,
      Job: null,
      Status: 'new',
      'Reason for rejection': null,
      Rating: 0,
      Read: 'no',
      Source: one.source,
      Portfolio: one.portfolio_url,
      LinkedIn: one.linkedin_url,
      CV: one.cv_name,
      Submissions: 1,
      Applied: one.created_at,
      'Last submission': one.last_submitted_at,
      'Kept until': one.retain_until,
    };
    expect(text.replace('\uFEFF', '')).toBe(
      csvLine(Object.keys(columns)) + csvLine(Object.values(columns).map((cell) => cell ?? null)),
    );
  });
});
