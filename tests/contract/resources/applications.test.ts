import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { withEngine } from '../../support/engines.ts';
import { pdf } from '../../support/files.ts';
import { formTokenOf } from '../../support/form-token.ts';
import { applicationForm, type FormPart, without } from '../../support/forms.ts';
import { runSql } from '../../support/run-sql.ts';
import { makeJob } from './cases.ts';

interface Sent {
  texts?: Record<string, string>;
  cv?: Buffer;
  cvName?: string;
  jobId?: Id;
  /** The address of the visitor. */
  address?: string;
  /** The sender, a visitor by default. */
  as?: 'admin' | 'visitor';
}

let addresses = 0;
function newAddress() {
  addresses += 1;
  return `192.0.2.${addresses}`;
}

withEngine(
  'embedded',
  (engine) => {
    let honest: string;
    beforeAll(async () => {
      honest = await formTokenOf(engine.app, 10);
    });

    const apply = ({
      texts,
      cv = pdf(),
      cvName = 'cv.pdf',
      jobId,
      address = newAddress(),
      as = 'visitor',
    }: Sent = {}) => {
      const file: FormPart = { name: 'cv', file: cv, filename: cvName, type: 'application/pdf' };
      const form = [...without(applicationForm({ form_token: honest, ...texts }), 'cv'), file];
      const { call } = engine[as];
      return (jobId ? call('applyJobFor', jobId, form) : call('applyJob', form)).set(
        'X-Forwarded-For',
        address,
      );
    };
    const rowsOf = (table: string, where: string, value: string | number) =>
      runSql(engine, `select * from ${table} where ${where} = $1 order by id`, [value]);
    const applicantsOf = (email: string) => rowsOf('applicants', 'email', email);
    const mails = async () => (await runSql(engine, 'select kind from tasks')).map(({ kind }) => kind);

    /** Returns everything of an answer that could differ between two forms. */
    function shapeOf({ status, headers, body }: Response) {
      const { data, received, ...said } = body;
      const { date: _date, 'x-request-id': _id, ...sent } = headers;
      const names = [Object.keys(data), /^[A-Z2-9]{8}~~[\w-]{22}$/.test(received)];
      return { status, sent, said, names, isReference: received.startsWith(data.reference) };
    }

    describe('what is taken for spam', () => {
      it.each<[string, () => Record<string, string>]>([
        ['a trap that was filled', () => ({ website: 'https://spam.example' })],
        ['no token', () => ({ form_token: '' })],
        ['a token of somebody else', () => ({ form_token: `${honest.slice(0, -3)}AAA` })],
      ])('%s: kept aside, answered like everybody, mailed to nobody', async (story, texts) => {
        const email = `${story.replace(/\W+/g, '-')}@spam.example`;
        const before = await mails();
        const spam = await apply({ texts: { email, ...texts() } });
        expect(await mails()).toEqual(before);
        const person = await apply({ texts: { email: `real-${email}` } });
        expect(shapeOf(spam)).toEqual(shapeOf(person));
        expect(await applicantsOf(email)).toMatchObject([{ status: 'spam', is_read: 0 }]);
        expect(await applicantsOf(`real-${email}`)).toMatchObject([{ status: 'new' }]);
        expect((await mails()).slice(before.length)).toEqual([
          'applicant.confirmation',
          'studio.newApplicant',
        ]);
      });

      it('never touches the applicant whose address it uses, and does not draw in the person who then applies', async () => {
        const email = 'victim@applicant.example';
        await apply({ texts: { email } });
        const before = await applicantsOf(email);
        await apply({ texts: { email, website: 'filled by a password manager' } });
        const [after, spam] = await applicantsOf(email);
        expect([after]).toEqual(before);
        expect(spam).toMatchObject({ status: 'spam', submissions_count: 1 });
        const days = (day: unknown) => Math.round((Date.parse(String(day)) - Date.now()) / 86_400_000);
        expect(days(spam?.retain_until)).toBeLessThanOrEqual(30);
        await engine.read('updateApplicantStatus', Number(spam?.id), { status: 'new' });
        expect(days((await applicantsOf(email))[1]?.retain_until)).toBeGreaterThan(175);
      });

      it('is not what somebody sends who left the form open over night, or an admin', async () => {
        const form_token = await formTokenOf(engine.app, 60 * 60 * 30);
        await apply({ texts: { email: 'slow@applicant.example', form_token } });
        const trapped = { email: 'by-post@applicant.example', form_token: '', website: 'x' };
        await apply({ as: 'admin', texts: trapped });
        for (const email of ['slow@applicant.example', trapped.email])
          expect(await applicantsOf(email)).toMatchObject([{ status: 'new' }]);
      });
    });

    it('one may apply five times an hour with one mailbox from one address, and the sixth hears when', async () => {
      const address = newAddress();
      for (let count = 0; count < 5; count += 1) expect((await apply({ address })).status).toBe(200);
      const refused = await apply({ address });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      expect(refused.body).toMatchObject({ status: 0, message: expect.stringContaining('60 min ') });
      expect((await apply()).status).toBe(200);
      expect((await apply({ address, as: 'admin' })).status).toBe(200);
    });

    it('several applications of one person for one job at the same moment are one applicant with all of them', async () => {
      const { id: jobId, title } = await makeJob(engine, { status: 'open' });
      const email = 'twice@applicant.example';
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          apply({ jobId, cv: Buffer.concat([pdf(), Buffer.from(`%${index}`)]), texts: { email } }),
        ),
      );
      const found = await applicantsOf(email);
      expect(found).toMatchObject([{ submissions_count: 6, job_id: jobId, job_title: title }]);
      const sent = await rowsOf('applicant_submissions', 'applicant_id', Number(found[0]?.id));
      expect(sent.map((each) => each.number)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(new Set(sent.map((each) => each.reference))).toEqual(
        new Set(answers.map(({ body }) => body.data.reference)),
      );
      expect(new Set(sent.map((each) => each.cv_file)).size).toBe(6);
    });

    it.each(['..\\..\\..\\etc\\passwd.pdf', '<img src=x onerror=alert(1)>.html'])(
      'a CV lies in private on the disk under a name of our own, not as %j',
      async (cvName) => {
        const cv = Buffer.concat([pdf(), Buffer.from(`% ${cvName}`)]);
        const { body } = await apply({ cv, cvName, texts: { email: 'names@applicant.example' } });
        const [row] = await rowsOf('applicant_submissions', 'reference', body.data.reference);
        expect(row?.cv_file).toMatch(/^private\/cv\/[0-9a-f]{32}\.pdf$/);
        expect(row?.cv_name).toMatch(/^[^/\\<>]+\.pdf$/);
        const file = await stat(join(engine.app.dataDir, String(row?.cv_file)));
        expect([file.mode & 0o777, file.size]).toEqual([0o600, cv.length]);
        expect((await stat(join(engine.app.dataDir, 'private'))).mode & 0o777).toBe(0o700);

        const shown = await engine
          .call('downloadCv', Number(row?.applicant_id), { submission: row?.number })
          .buffer(true);
        expect(shown.body.equals(cv)).toBe(true);
        expect(shown.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
        expect(shown.headers['content-disposition']).toMatch(/^attachment; filename[^\r\n/\\]*$/);
        const path = String(row?.cv_file);
        for (const asked of [path, `storage/${path}`, path.replace('private', 'storage')])
          await engine.visitor.get(`/${asked}`).expect(404);
      },
    );

    it('the log names nobody who applied', () => {
      expect(JSON.stringify(engine.app.logLines)).not.toMatch(/applicant\.example|spam\.example|Ayesha/);
    });
  },
  { environment: { TRUST_PROXY: 'loopback' } },
);
