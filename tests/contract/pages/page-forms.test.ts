import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { beforeAll, expect, test, vi } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { addJob } from '../../browser/support/jobs-public.ts';
import { withBothEngines } from '../../support/engines.ts';
import { deterministicBytes, pdf } from '../../support/files.ts';
import { type FormPart, without, withTexts } from '../../support/forms.ts';
import { agedToken, formIn, openPage, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { signIn } from '../../support/sign-in.ts';

const hostile = '"><script>alert(1)</script>&amp; اردو';

const names = Object.keys(pageForms) as (keyof typeof pageForms)[];

withBothEngines(
  (engine) => {
    let token: string;
    /** Rate limits count by address, so each test uses another one. */
    let address = 0;
    const somebody = () => {
      address += 1;
      return { 'x-forwarded-for': `203.0.113.${address}` };
    };
    const unique = () => ({ email: `ayesha.${engine.name}.${address}@applicant.example`, form_token: token });
    const applicants = async () =>
      (await engine.admin.get(callPath(contract.getApplicants)).query({ sort: 'newest' })).body.data.data;
    const inbox = async () => (await engine.admin.get(callPath(contract.getMessages))).body.data.data;
    const spam = async () =>
      (await engine.admin.get(callPath(contract.getMessages)).query({ status: 'spam' })).body.data.data;

    beforeAll(async () => {
      token = await agedToken(engine.visitor);
    });

    test.each(names)('the form %s is a real form from the first byte of its page', async (name) => {
      const { path, parts } = pageForms[name];
      const { text } = await openPage(engine.app, path);
      const form = formIn(text, name);
      expect(form.attributes).toMatchObject({ method: 'post', enctype: 'multipart/form-data' });
      const action = new URL(form.attributes.action ?? '', `http://x${path}`);
      expect(action.pathname + action.search).toBe(path);
      expect(Object.keys(form.controls)).toEqual(expect.arrayContaining(parts().map((part) => part.name)));
      for (const part of parts()) {
        if (['form_token', 'source', 'website'].includes(part.name)) continue;
        const { id } = form.controls[part.name]?.attributes ?? {};
        expect(form.html, part.name).toMatch(
          new RegExp(`<label[^>]*for="${id}"|<label[^>]*>(?:(?!</label>).)*id="${id}"`, 's'),
        );
      }
      expect(form.controls.form_token?.value).toMatch(/^\S{10,}$/);
      expect(form.html).not.toMatch(/<button[^>]*\bdisabled/);
      // Hidden by its own style attribute, so that it is hidden before the style sheet is loaded.
      expect(form.html).toMatch(
        /<div style="[^"]*position:\s?absolute[^"]*" aria-hidden="true"><label>Website/,
      );
      expect(wordsOf(text)).not.toContain('JavaScript');
    });

    test.each(names)(
      '%s: posted without scripts it reaches the studio, and leads to a receipt',
      async (name) => {
        const { path, call, received, parts } = pageForms[name];
        const headers = somebody();
        const answer = await postPage(engine.app, path, parts(unique()), headers);
        expect(answer.status).toBe(303);
        expect(answer.headers['cache-control']).toBe('no-store');
        const { location = '' } = answer.headers;
        for (const part of parts(unique())) {
          if ('text' in part && part.text.length > 1)
            expect(decodeURIComponent(location)).not.toContain(part.text);
        }
        for (let times = 0; times < 2; times += 1) {
          const receipt = await openPage(engine.app, location);
          expect(receipt.status).toBe(200);
          expect(receipt.headers['cache-control']).toBe('no-store');
          expect(wordsOf(receipt.text)).toContain(received);
          expect(receipt.text).not.toContain(unique().email);
          expect(receipt.text).not.toContain(`name="${name}"`);
        }
        if (name === 'application') {
          const [applicant] = await applicants();
          expect(applicant).toMatchObject({
            status: 'new',
            name: 'عائشہ Khan',
            portfolio_url: null,
            linkedin_url: 'https://linkedin.com/in/ayesha',
            cv_name: 'CV Ayesha ✓.pdf',
          });
          expect(wordsOf((await openPage(engine.app, location)).text)).toContain(applicant.reference);
        } else {
          const [message] = await inbox();
          expect(message).toMatchObject({ status: 'new', email: unique().email });
          if (name === 'contact') expect(message.message).toBe('Hello,\n\ncan you make one?');
          else expect(wordsOf((await openPage(engine.app, location)).text)).toMatch(/Done by \d+ \w+ 20\d\d/);
        }
        if (engine.stub) {
          const [seen] = engine.stub.requestsTo(call);
          expect(seen?.method).toBe('POST');
          expect(seen?.header('accept')).toBe('application/json');
        }
      },
    );

    test('an application for a job is one for that job', async () => {
      const job = await addJob(engine.admin);
      const path = `/careers/apply/${job.id}?source=a+friend`;
      const { text } = await openPage(engine.app, path);
      const form = formIn(text, 'application');
      expect(form.attributes.action).toBe(`/careers/apply/${job.id}?source=a+friend#apply`);
      expect(form.controls.source?.value).toBe('a friend');
      const answer = await postPage(
        engine.app,
        path,
        pageForms.application.parts({
          ...unique(),
          source: 'a friend',
          portfolio_url: 'behance.net/a',
          phone: '\u202d0300\u00a0\u0661\u0662\u0663\u20114567\u202c',
        }),
        somebody(),
      );
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toMatch(
        new RegExp(`^/careers/apply/${job.id}\\?received=[^&]+#apply$`),
      );
      const [applicant] = await applicants();
      expect(applicant).toMatchObject({
        job_id: job.id,
        source: 'a friend',
        portfolio_url: 'https://behance.net/a',
        phone: '0300 123-4567',
      });
    });

    test('a form that was filled too fast, or not by a page, is spam; a robot gets the same answer', async () => {
      const { path, parts, received } = pageForms.contact;
      const cases: [string, FormPart[]][] = [
        [
          'too fast',
          parts({
            form_token:
              formIn((await openPage(engine.app, path)).text, 'contact').controls.form_token?.value ?? '',
          }),
        ],
        ['no token', without(parts(), 'form_token')],
        ['trap', parts({ form_token: token, website: 'https://spam.example' })],
      ];
      for (const [why, sent] of cases) {
        const email = `robot.${why.replace(' ', '.')}@robot.example`;
        const answer = await postPage(engine.app, path, withTexts(sent, { email }), somebody());
        expect(answer.status, why).toBe(303);
        expect(wordsOf((await openPage(engine.app, answer.headers.location ?? '')).text)).toContain(received);
        if (engine.name === 'embedded') {
          expect(
            (await spam()).map((each: { email: string }) => each.email),
            why,
          ).toContain(email);
        }
      }
    });

    test('a page that could have no token takes one with the post, and nobody becomes spam by it', async () => {
      const email = 'late@visitor.example';
      const answer = await postPage(
        engine.app,
        pageForms.contact.path,
        pageForms.contact.parts({ email, form_token: '' }),
        somebody(),
      );
      expect(answer.status).toBe(303);
      expect((await inbox()).map((each: { email: string }) => each.email)).toContain(email);
    });

    test('everything typed comes back with every error, a 4.9 MB CV and a refused file included', async () => {
      const job = await addJob(engine.admin);
      const path = `/careers/apply/${job.id}`;
      const sent = [
        ...without(
          pageForms.application.parts({ email: 'not an address', name: hostile, phone: 'none' }),
          'cv',
        ),
        {
          name: 'cv',
          file: deterministicBytes(Math.floor(4.9 * MIB)),
          filename: 'CV <b> & co.pdf',
          type: 'application/pdf',
        },
        { name: 'photo', file: pdf(), filename: 'photo.pdf', type: 'application/pdf' },
      ];
      const answer = await postPage(engine.app, path, sent, somebody());
      expect(answer.status).toBe(415);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).not.toContain('<script>alert(1)');
      const form = formIn(answer.text, 'application');
      for (const part of sent) {
        const control = form.controls[part.name];
        if (!('text' in part) || !control || ['consent', 'website'].includes(part.name)) continue;
        expect(control.value, part.name).toBe(part.text.replaceAll('\r\n', '\n'));
      }
      expect(form.controls.consent?.attributes).toHaveProperty('checked');
      const words = wordsOf(form.html);
      const accepted = 'This file is not one of the accepted types (PDF, DOC, DOCX).';
      for (const [field, problem] of [
        ['email', messages['field.badEmail']],
        ['phone', messages['field.badPhone']],
        ['cv', accepted],
      ] as const) {
        const attributes: Record<string, string> = form.controls[field]?.attributes ?? {};
        expect(attributes, field).toMatchObject({ 'aria-invalid': 'true' });
        const [errorId = ''] = (attributes['aria-describedby'] ?? '').split(' ');
        expect(form.html).toContain(`id="${errorId}"`);
        expect(form.html, `a link to ${field}`).toContain(`href="#${attributes.id}"`);
        expect(words.split(problem).length - 1, `${field} at its field and in the summary`).toBe(2);
      }
      expect(form.controls.name?.attributes).not.toHaveProperty('aria-invalid');
      expect(words).toContain('CV <b> & co.pdf, has to be chosen again');
      expect(await applicants()).not.toContainEqual(expect.objectContaining({ name: hostile }));
    });

    test('a file that is too large, empty or missing costs nothing that was typed', async () => {
      const cases: [FormPart[], number, string][] = [
        [
          [{ name: 'cv', file: Buffer.alloc(12 * MIB), filename: 'large.pdf', type: 'application/pdf' }],
          413,
          'The file is larger than the limit of 5 MB.',
        ],
        [
          [
            {
              name: 'cv',
              file: Buffer.alloc(limits.documentBytes + 1),
              filename: 'l.pdf',
              type: 'application/pdf',
            },
          ],
          413,
          'The file is larger than the limit of 5 MB.',
        ],
        [
          [{ name: 'cv', file: Buffer.alloc(0), filename: 'empty.pdf', type: 'application/pdf' }],
          422,
          'This file is empty.',
        ],
        [[], 422, messages['applicant.cvRequired']],
      ];
      for (const [files, status, text] of cases) {
        const all = pageForms.application.parts();
        const at = all.findIndex((part) => part.name === 'cv');
        const sent = [...all.slice(0, at), ...files, ...all.slice(at + 1)];
        const answer = await postPage(engine.app, pageForms.application.path, sent, somebody());
        expect([answer.status, text]).toEqual([status, text]);
        const form = formIn(answer.text, 'application');
        expect(wordsOf(form.html)).toContain(text);
        expect(form.controls.cover_letter?.value).toBe('I draw.\n\nAnd I write.');
        expect(form.controls.consent?.attributes).toHaveProperty('checked');
      }
      // A browser posts an unused file input as an empty file without a name.
      const boundary = 'xXx';
      const body = [
        ...pageForms.application
          .parts()
          .flatMap((part) =>
            'text' in part
              ? [`--${boundary}`, `Content-Disposition: form-data; name="${part.name}"`, '', part.text]
              : [
                  `--${boundary}`,
                  'Content-Disposition: form-data; name="cv"; filename=""',
                  'Content-Type: application/octet-stream',
                  '',
                  '',
                ],
          ),
        `--${boundary}--`,
        '',
      ].join('\r\n');
      const answer = await request(engine.app.url)
        .post(pageForms.application.path)
        .set({ 'content-type': `multipart/form-data; boundary=${boundary}`, ...somebody() })
        .send(body);
      expect(answer.status).toBe(422);
      const form = formIn(answer.text, 'application');
      expect(wordsOf(form.html)).toContain(messages['applicant.cvRequired']);
      expect(wordsOf(form.html)).not.toContain('has to be chosen again');
    });

    test('too long a text comes back, to be made shorter', async () => {
      const long = 'و'.repeat(limits.message + 7);
      const answer = await postPage(
        engine.app,
        pageForms.contact.path,
        pageForms.contact.parts({ message: long, subject: 's'.repeat(9 * KIB) }),
        somebody(),
      );
      expect(answer.status).toBe(413);
      const form = formIn(answer.text, 'contact');
      expect(form.controls.message?.value).toBe(long);
      expect(form.controls.subject?.value).toBe('s'.repeat(limits.shortText));
      const words = wordsOf(form.html);
      expect(words).toContain(messageText('field.tooLong', { limit: limits.message }));
      expect(words).toContain('The text is larger than the limit of 8 KB.');
    });

    test('the same fields and file once more get the same receipt, and the studio has them once', async () => {
      const job = await addJob(engine.admin);
      const path = `/careers/apply/${job.id}`;
      const sent = pageForms.application.parts(unique());
      const headers = somebody();
      const both = await Promise.all([
        postPage(engine.app, path, sent, headers),
        postPage(engine.app, path, sent, headers),
      ]);
      const later = await postPage(engine.app, path, withTexts(sent, { form_token: `${token}` }), headers);
      const [first] = both;
      for (const answer of [...both, later]) {
        expect([answer.status, answer.headers.location]).toEqual([303, first?.headers.location]);
      }
      const [applicant] = await applicants();
      expect(applicant).toMatchObject({ job_id: job.id, submissions_count: 1 });
      const other = await postPage(engine.app, path, withTexts(sent, { city: 'Swat' }), headers);
      expect(other.headers.location).not.toBe(first?.headers.location);
    });

    test('a call of the scripts that comes beside the post of the same form sends nothing twice', async () => {
      const job = await addJob(engine.admin);
      const sent = pageForms.application.parts({ ...unique(), portfolio_url: '' });
      const posted = await postPage(engine.app, `/careers/apply/${job.id}`, sent, somebody());
      expect(posted.status).toBe(303);
      const call = callPath(contract.applyJobFor, { id: job.id });
      const both = sent.reduce(
        (test, part) =>
          'text' in part
            ? test.field(part.name, part.text)
            : test.attach(part.name, part.file, { filename: part.filename, contentType: part.type }),
        engine.visitor.post(call).set(somebody()),
      );
      const { body, status } = await both;
      expect(status).toBe(200);
      const [applicant] = await applicants();
      expect(body.data.reference).toBe(applicant.reference);
      expect(applicant.submissions_count).toBe(1);
      const message = Object.fromEntries(
        pageForms.contact.parts(unique()).map((part) => [part.name, 'text' in part ? part.text : '']),
      );
      expect(
        (await postPage(engine.app, pageForms.contact.path, pageForms.contact.parts(unique()), somebody()))
          .status,
      ).toBe(303);
      const before = (await inbox()).length;
      const again = await engine.visitor.post(callPath(contract.contactUs)).set(somebody()).send(message);
      expect(again.body).toMatchObject({ status: 1, message: messages['message.received'] });
      expect((await inbox()).length).toBe(before);
    });

    test('a receipt that this site has not written, or for another page, is none', async () => {
      const answer = await postPage(
        engine.app,
        pageForms.contact.path,
        pageForms.contact.parts(unique()),
        somebody(),
      );
      const { location = '' } = answer.headers;
      const token = new URL(location, 'http://x').searchParams.get('received') ?? '';
      const forged = [
        `/contact?received=${encodeURIComponent(`You+won~~${'A'.repeat(22)}`)}`,
        '/contact?received=REF12345',
        `/contact?received=${encodeURIComponent(`X${token}`)}`,
        `/delete-account?received=${encodeURIComponent(token)}`,
        '/contact?received=',
      ];
      for (const path of forged) {
        const page = await openPage(engine.app, path);
        expect(page.status, path).toBe(200);
        expect(wordsOf(page.text), path).not.toContain('has reached us');
        expect(wordsOf(page.text), path).not.toContain('You won');
      }
    });

    test('a post acts for nobody: with a session it is a visitor like any other', async () => {
      const { cookie } = await signIn(engine.app, engine.credentials);
      const headers = { cookie, ...somebody() };
      const answer = await postPage(
        engine.app,
        pageForms.contact.path,
        pageForms.contact.parts(unique()),
        headers,
      );
      expect(answer.status).toBe(303);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const receipt = await openPage(engine.app, answer.headers.location ?? '', { cookie });
      expect(wordsOf(receipt.text)).toContain(messages['message.received']);
      const refused = await postPage(
        engine.app,
        pageForms.contact.path,
        pageForms.contact.parts({ email: 'x' }),
        headers,
      );
      expect(refused.status).toBe(422);
      expect(formIn(refused.text, 'contact').controls.email?.value).toBe('x');
      for (const seen of engine.stub?.requestsTo(pageForms.contact.call) ?? []) {
        expect(seen.header('authorization')).toBeUndefined();
        expect(seen.header('cookie')).toBeUndefined();
      }
    });

    test.each([
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 303],
      [{ 'sec-fetch-site': 'none' }, 303],
      [{ origin: 'OWN' }, 303],
      [{}, 303],
    ])('a post with %j is answered with %i', async (given, status) => {
      const headers = Object.fromEntries(
        Object.entries(given as Record<string, string>).map(([name, value]) => [
          name,
          value === 'OWN' ? new URL(engine.app.url).origin : value,
        ]),
      );
      const sent = pageForms.contact.parts({ ...unique(), subject: JSON.stringify(given) });
      const answer = await postPage(engine.app, pageForms.contact.path, sent, { ...headers, ...somebody() });
      expect(answer.status).toBe(status);
      if (status === 303) return;
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(wordsOf(answer.text)).toContain(messages['pageForm.crossSite']);
      expect(answer.text).toContain('<a href="/contact"');
      expect(answer.text).not.toContain('can you make one');
      expect(engine.stub?.requestsTo(pageForms.contact.call) ?? []).toEqual([]);
    });

    test('only what the form of a page sends is read', async () => {
      const { path, call } = pageForms.contact;
      const post = () => request(engine.app.url).post(path).set(somebody());
      const others = [
        await post().type('form').send({ name: 'A', email: 'a@b.example', subject: 's', message: 'm' }),
        await post().send({ name: 'A', email: 'a@b.example', subject: 's', message: 'm' }),
        await post(),
      ];
      for (const answer of others) {
        expect(answer.status).toBe(415);
        expect(wordsOf(answer.text)).toContain(messages['pageForm.wrongType']);
      }
      const odd = await postPage(
        engine.app,
        path,
        [...pageForms.contact.parts(unique()), { name: '_method', text: 'DELETE' }],
        somebody(),
      );
      expect(odd.status).toBe(422);
      expect(engine.stub?.requestsTo(call) ?? []).toEqual([]);
      for (const elsewhere of ['/', '/careers', '/careers/apply/-', '/privacy-policy', '/admin/login']) {
        const answer = await postPage(engine.app, elsewhere, pageForms.contact.parts());
        expect([elsewhere, answer.status, answer.headers.allow]).toEqual([elsewhere, 405, 'GET, HEAD']);
      }
    });

    test('an address of which many forms were refused waits, and no more of them are read', async () => {
      const { path, call, parts } = pageForms.contact;
      const here = somebody();
      const send = (body: string) =>
        request(engine.app.url)
          .post(call)
          .set({ ...here, 'X-CSRF': '1' })
          .type('json')
          .send(body);
      const post = (form: FormPart[]) => postPage(engine.app, path, form, here);
      expect((await post(parts(unique()))).status).toBe(303);
      for (let refused = 1; refused < limits.refusedFormsPerHour; refused += 1)
        expect((await send('{}')).status).toBe(422);
      expect((await post(without(parts(), 'message'))).status).toBe(422);
      const answer = await send('no JSON');
      expect(answer).toMatchObject({ status: 429, body: { code: 'form.tooOften' } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const page = await post(parts(unique()));
      expect(page.status).toBe(429);
      expect(wordsOf(page.text)).toContain(messageText('form.tooOften', { minutes: 60 }));
    });

    test('what was typed stands in no log line, and no file stays behind', async () => {
      const marker = `marker${address}`;
      await postPage(
        engine.app,
        pageForms.application.path,
        pageForms.application.parts({ ...unique(), name: marker }),
        somebody(),
      );
      await postPage(
        engine.app,
        pageForms.application.path,
        pageForms.application.parts({ email: marker }),
        somebody(),
      );
      expect(JSON.stringify(engine.app.logLines)).not.toContain(marker);
      expect(engine.app.logLines).toContainEqual(
        expect.objectContaining({
          method: 'POST',
          path: '/careers/apply',
          row: 'applyJob',
          status: 303,
          session: false,
        }),
      );
      await vi.waitFor(async () => {
        expect(await readdir(join(engine.app.dataDir, 'tmp', 'uploads'))).toEqual([]);
      }, 30_000);
    });
  },
  { TRUST_PROXY: '1' },
);
