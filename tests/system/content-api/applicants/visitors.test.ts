import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../server/database/types.ts';
import {
  databaseOf,
  formToken,
  newAddress,
  type SentApplication,
  sendApplication,
} from '../../../support/engine/applicants.ts';
import { startEngine, type TestEngine } from '../../../support/engine/engine.ts';
import { pdf } from '../../../support/files.ts';

let engine: TestEngine;
let db: Db;
let honest: string;
beforeAll(async () => {
  engine = await startEngine();
  db = databaseOf(engine);
  honest = await formToken(engine, 10);
});
afterAll(async () => {
  await db.destroy();
  await engine.close();
});

const apply = (sent: SentApplication = {}) =>
  sendApplication(engine, { ...sent, texts: { form_token: honest, ...sent.texts } });
const applicantsOf = (email: string) =>
  db.selectFrom('applicants').selectAll().where('email', '=', email).orderBy('id').execute();
const submissions = () => db.selectFrom('applicant_submissions').selectAll().orderBy('id').execute();
const mails = async () => (await db.selectFrom('tasks').select('kind').execute()).map((mail) => mail.kind);
const openJob = async (status = 'open') => {
  const body = {
    title: 'Sound designer',
    department: 'Sound',
    employment_type: 'FULL_TIME',
    location_type: 'remote',
    description: '<p>Listen</p>',
    status,
  };
  const answer = await engine.call<{ id: number }>('addJob', {
    body: JSON.stringify(body),
    contentType: 'application/json',
  });
  return answer.body.data?.id ?? 0;
};

describe('what is taken for spam', () => {
  const cases: [story: string, texts: () => Promise<Record<string, string>>][] = [
    ['a trap that was filled', async () => ({ website: 'https://spam.example' })],
    ['no token', async () => ({ form_token: '' })],
    ['a token of somebody else', async () => ({ form_token: `${honest.slice(0, -3)}AAA` })],
  ];

  it.each(cases)('%s: kept aside, answered like everybody, mailed to nobody', async (story, texts) => {
    const email = `${story.replace(/\W+/g, '-')}@spam.example`;
    const before = await mails();
    const spam = await apply({ texts: { email, ...(await texts()) } });
    expect(await mails()).toEqual(before);
    const person = await apply({ texts: { email: `real-${email}` } });
    expect(shapeOf(spam)).toEqual(shapeOf(person));
    expect(await applicantsOf(email)).toMatchObject([{ status: 'spam', is_read: 0 }]);
    expect(await applicantsOf(`real-${email}`)).toMatchObject([{ status: 'new' }]);
    expect((await mails()).slice(before.length)).toEqual(['applicant.confirmation', 'studio.newApplicant']);
  });

  it('never touches the applicant whose address it uses, and does not draw in the person who then applies', async () => {
    const email = 'victim@applicant.example';
    await apply({ texts: { email } });
    const before = await applicantsOf(email);
    await apply({ texts: { email, website: 'filled by a password manager' } });
    const [after, spam] = await applicantsOf(email);
    expect([after]).toEqual(before);
    expect(spam).toMatchObject({ status: 'spam', submissions_count: 1 });
    const days = (day = '') => Math.round((Date.parse(day) - Date.now()) / 86_400_000);
    expect(days(spam?.retain_until)).toBeLessThanOrEqual(30);
    await engine.call('updateApplicantStatus', {
      params: { id: spam?.id ?? 0 },
      body: JSON.stringify({ status: 'new' }),
      contentType: 'application/json',
    });
    expect(days((await applicantsOf(email))[1]?.retain_until)).toBeGreaterThan(175);
  });

  it('is not what somebody sends who left the form open over night, or an admin', async () => {
    await apply({
      texts: { email: 'slow@applicant.example', form_token: await formToken(engine, 60 * 60 * 30) },
    });
    await apply({
      asAdmin: true,
      texts: { email: 'by-post@applicant.example', form_token: '', website: 'x' },
    });
    for (const email of ['slow@applicant.example', 'by-post@applicant.example']) {
      expect(await applicantsOf(email)).toMatchObject([{ status: 'new' }]);
    }
  });

  /** Returns everything of an answer that could differ between two forms. */
  function shapeOf({ status, headers, body }: Awaited<ReturnType<typeof apply>>) {
    const { reference, ...data } = body.data;
    const { date: _date, ...sent } = Object.fromEntries(headers);
    return { status, sent, body: { ...body, data }, reference: /^[A-Z2-9]{8}$/.test(reference) };
  }
});

describe('how often one may apply', () => {
  it('is five times an hour with one mailbox from one address, and the sixth hears when', async () => {
    const address = newAddress();
    for (let count = 0; count < 5; count += 1) expect((await apply({ address })).status).toBe(200);
    const refused = await apply({ address });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(refused.body).toMatchObject({ status: 0, message: expect.stringContaining('60 min ') });
    expect((await apply()).status).toBe(200);
    expect((await apply({ address, asAdmin: true })).status).toBe(200);
  });
});

it('several applications of one person for one job at the same moment are one applicant with all of them', async () => {
  const jobId = await openJob();
  const email = 'twice@applicant.example';
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      apply({ jobId, cv: Buffer.concat([pdf(), Buffer.from(`%${index}`)]), texts: { email } }),
    ),
  );
  const found = await applicantsOf(email);
  expect(found).toMatchObject([{ submissions_count: 6, job_id: jobId, job_title: 'Sound designer' }]);
  const sent = (await submissions()).filter((each) => each.applicant_id === found[0]?.id);
  expect(sent.map((each) => each.number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(sent.map((each) => each.reference))).toEqual(
    new Set(answers.map(({ body }) => body.data.reference)),
  );
  expect(new Set(sent.map((each) => each.cv_file)).size).toBe(6);
});

describe('a CV on the disk', () => {
  it.each(['../../../../etc/passwd.pdf', '<img src=x onerror=alert(1)>.html'])(
    'lies in private under a name of our own, not as %j',
    async (cvName) => {
      const cv = Buffer.concat([pdf(), Buffer.from(`% ${cvName}`)]);
      const answer = await apply({ cv, cvName, texts: { email: 'names@applicant.example' } });
      expect(answer.status).toBe(200);
      const row = (await submissions()).at(-1);
      expect(row?.cv_file).toMatch(/^private\/cv\/[0-9a-f]{32}\.pdf$/);
      expect(row?.cv_name).toMatch(/^[^/\\<>]+\.pdf$/);
      const file = await stat(join(engine.dataDir, row?.cv_file ?? ''));
      expect([file.mode & 0o777, file.size]).toEqual([0o600, cv.length]);
      expect((await stat(join(engine.dataDir, 'private'))).mode & 0o777).toBe(0o700);

      const shown = await engine.fetch(`/api/downloadCv/${row?.applicant_id}?submission=${row?.number}`);
      expect(Buffer.from(await shown.arrayBuffer()).equals(cv)).toBe(true);
      expect(shown.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(shown.headers.get('content-disposition')).toMatch(/^attachment; filename[^\r\n/\\]*$/);
      for (const path of [
        row?.cv_file,
        `storage/${row?.cv_file}`,
        row?.cv_file.replace('private', 'storage'),
      ]) {
        expect((await engine.fetch(`/${path}`)).status, path).toBe(404);
      }
    },
  );
});

it('the log names nobody who applied', () => {
  expect(JSON.stringify(engine.logLines)).not.toMatch(/applicant\.example|spam\.example|Ayesha|192\.0\.2/);
});
