import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { beforeAll, expect, test, vi } from 'vitest';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { receiptAddress } from '#shared/page-forms.ts';
import { withEngine } from '../../support/engines.ts';
import { deterministicBytes, pdf } from '../../support/files.ts';
import { type FormPart, sendForm, without, withTexts } from '../../support/forms.ts';
import { agedToken, formIn, openPage, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { signIn } from '../../support/sign-in.ts';
import { makeJob } from '../resources/cases.ts';
import { file, formBody, formType, text } from '../uploads/gate-bench.ts';

const hostile = '"><script>alert(1)</script>&amp; اردو';
const { application, contact } = pageForms;
const names = Object.keys(pageForms) as (keyof typeof pageForms)[];
const textsOf = (parts: FormPart[]) =>
  Object.fromEntries(parts.map((part) => [part.name, 'text' in part ? part.text : '']));

withEngine(
  'embedded',
  (engine) => {
    let token: string;
    let visitors = 0;
    /** Another visitor: limits count by address, and a form that is sent again has the answer of the first. */
    const somebody = () => {
      visitors += 1;
      return { 'x-forwarded-for': `203.0.113.${visitors}` };
    };
    const unique = () => ({
      email: `ayesha.${visitors}@applicant.example`,
      form_token: token,
    });
    const open = (path = '') => openPage(engine.app, path);
    const post = (path: string, parts: FormPart[], headers: Record<string, string> = {}) =>
      postPage(engine.app, path, parts, { ...somebody(), ...headers });
    const applicants = async () => (await engine.read('getApplicants', { sort: 'newest' })).data;
    const inbox = async (query = {}) => (await engine.read('getMessages', query)).data;
    const openJob = async () => `/careers/apply/${(await makeJob(engine, { status: 'open' })).id}`;

    beforeAll(async () => {
      token = await agedToken(engine.visitor);
    });

    test.each(names)(
      'the form %s is a real form from the first byte of its page; posted without scripts it reaches the studio, and leads to a receipt',
      async (name) => {
        const { path, received, parts } = pageForms[name];
        const page = await open(path);
        const form = formIn(page.text, name);
        expect(form.attributes).toMatchObject({ method: 'post', enctype: 'multipart/form-data' });
        const action = new URL(form.attributes.action ?? '', `http://x${path}`);
        expect(action.pathname + action.search).toBe(path);
        for (const part of parts()) {
          expect(form.controls).toHaveProperty(part.name);
          if (['form_token', 'source', 'website'].includes(part.name)) continue;
          const id = `id="${form.controls[part.name]?.attributes.id}"`;
          const labelled = new RegExp(
            `<label[^>]*for=${id.slice(3)}|<label[^>]*>(?:(?!</label>).)*${id}`,
            's',
          );
          expect(form.html, part.name).toMatch(labelled);
        }
        expect(form.controls.form_token?.value).toMatch(/^\S{10,}$/);
        expect(form.html).not.toMatch(/<button[^>]*\bdisabled/);
        // Hidden by its own style attribute, so that it is hidden before the style sheet is loaded.
        expect(form.html).toMatch(
          /<div style="[^"]*position:\s?absolute[^"]*" aria-hidden="true"><label>Website/,
        );
        expect(wordsOf(page.text)).not.toContain('JavaScript');

        const sent = parts(unique());
        const answer = await post(path, sent);
        expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'no-store']);
        const { location = '' } = answer.headers;
        // The subject of the page stays in its address.
        expect(location.startsWith(`${path}${path.includes('?') ? '&' : '?'}received=`), location).toBe(true);
        for (const text of Object.values(textsOf(sent)))
          if (text.length > 1) expect(decodeURIComponent(location)).not.toContain(text);
        let words = '';
        for (let times = 0; times < 2; times += 1) {
          const receipt = await open(location);
          expect([receipt.status, receipt.headers['cache-control']]).toEqual([200, 'no-store']);
          expect(receipt.text).not.toMatch(new RegExp(`name="${name}"|${textsOf(sent).email}`));
          words = wordsOf(receipt.text);
          expect(words).toContain(received);
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
          expect(words).toContain(applicant.reference);
        } else {
          const [message] = await inbox();
          expect(message).toMatchObject({ status: 'new', email: textsOf(sent).email });
          if (name === 'contact') expect(message.message).toBe('Hello,\n\ncan you make one?');
          else expect(words).toMatch(/Done by \d+ \w+ 20\d\d/);
        }
      },
    );

    test.each(names)(
      '%s: the same form once more, by its page at once and by scripts, is one, and has the receipt that its page shows when it is loaded again',
      async (name) => {
        const { path, call, received, parts } = pageForms[name];
        const headers = somebody();
        const sent = parts({ ...unique(), ...(name === 'application' && { portfolio_url: '' }) });
        const send = async (form: FormPart[]) => {
          const answer = await postPage(engine.app, path, form, headers);
          return [answer.status, answer.headers.location];
        };
        const [one, other] = await Promise.all([send(sent), send(sent)]);
        expect(other).toEqual(one);
        const calling = engine.visitor.post(call).set(somebody());
        const answer = await (name === 'application' ? sendForm(calling, sent) : calling.send(textsOf(sent)));
        expect(answer.body).toMatchObject({ status: 1, message: received });
        const { email } = textsOf(sent);
        const kept = (name === 'application' ? await applicants() : await inbox()).filter(
          (each: { email: string }) => each.email === email,
        );
        expect(kept).toHaveLength(1);
        const { pathname, searchParams } = new URL(path, 'http://x');
        const { text } = await open(receiptAddress(name, pathname, searchParams, answer.body.received));
        expect(text).not.toContain(`name="${name}"`);
        expect(wordsOf(text)).toContain(received);
        if (name === 'application') {
          expect(kept).toMatchObject([{ reference: answer.body.data.reference, submissions_count: 1 }]);
          expect(wordsOf(text)).toContain(answer.body.data.reference);
          expect((await send(withTexts(sent, { name: 'Somebody' })))[1]).not.toBe(one[1]);
          // A mail is promised where one can leave.
          expect(text).toContain('Write this reference down');
        }
      },
    );

    test('an application for a job is one for that job', async () => {
      const job = await openJob();
      const path = `${job}?source=a+friend`;
      const form = formIn((await open(path)).text, 'application');
      expect(form.attributes.action).toBe(`${path}#apply`);
      expect(form.controls.source?.value).toBe('a friend');
      const phone = '\u202d0300\u00a0\u0661\u0662\u0663\u20114567\u202c';
      const texts = { ...unique(), source: 'a friend', portfolio_url: 'behance.net/a', phone };
      const answer = await post(path, application.parts(texts));
      expect(answer.headers.location).toMatch(new RegExp(`^${job}\\?received=[^&]+#apply$`));
      expect((await applicants())[0]).toMatchObject({
        job_id: Number(job.split('/').at(-1)),
        source: 'a friend',
        portfolio_url: 'https://behance.net/a',
        phone: '0300 123-4567',
      });
      // Its receipt is none on the page of another job.
      const elsewhere = answer.headers.location?.replace(job, await openJob());
      expect((await open(elsewhere)).text).toContain('name="application"');
    });

    test('a form that was filled too fast, or not by a page, is spam; a robot gets the same answer', async () => {
      const { path, parts, received } = contact;
      const young = formIn((await open(path)).text, 'contact').controls.form_token?.value ?? '';
      const sent = [
        parts({ form_token: young }),
        without(parts(), 'form_token'),
        parts({ form_token: token, website: 'https://spam.example' }),
      ];
      for (const [index, form] of sent.entries()) {
        const answer = await post(path, withTexts(form, { email: `robot.${index}@robot.example` })).expect(
          303,
        );
        expect(wordsOf((await open(answer.headers.location)).text)).toContain(received);
      }
      const emails = async (query = {}) => (await inbox(query)).map(({ email }: { email: string }) => email);
      const robots = [0, 1, 2].map((index) => `robot.${index}@robot.example`);
      expect(await emails({ status: 'spam' })).toEqual(expect.arrayContaining(robots));
    });

    test('everything typed comes back with every error, a 4.9 MB CV and a refused file included', async () => {
      const odd = { email: 'not an address', name: hostile, phone: 'none' };
      const cv = deterministicBytes(Math.floor(4.9 * MIB));
      const type = 'application/pdf';
      const sent = [
        ...without(application.parts(odd), 'cv'),
        { name: 'cv', file: cv, filename: 'CV <b> & co.pdf', type },
        { name: 'photo', file: pdf(), filename: 'photo.pdf', type },
      ];
      const answer = await post(await openJob(), sent);
      expect([answer.status, answer.headers['cache-control']]).toEqual([415, 'no-store']);
      expect(answer.text).not.toContain('<script>alert(1)');
      const { html, controls } = formIn(answer.text, 'application');
      for (const part of sent) {
        if (!('text' in part) || !controls[part.name] || ['consent', 'website'].includes(part.name)) continue;
        expect(controls[part.name]?.value, part.name).toBe(part.text.replaceAll('\r\n', '\n'));
      }
      expect(controls.consent?.attributes).toHaveProperty('checked');
      const words = wordsOf(html);
      for (const [field, problem] of [
        ['email', messages['field.badEmail']],
        ['phone', messages['field.badPhone']],
        ['cv', 'This file is not one of the accepted types (PDF, DOC, DOCX).'],
      ] as const) {
        const attributes: Record<string, string> = controls[field]?.attributes ?? {};
        expect(attributes, field).toMatchObject({ 'aria-invalid': 'true' });
        expect(html).toContain(`id="${attributes['aria-describedby']?.split(' ')[0]}"`);
        expect(html, `a link to ${field}`).toContain(`href="#${attributes.id}"`);
        expect(words.split(problem), `${field} at its field and in the summary`).toHaveLength(3);
      }
      expect(controls.name?.attributes).not.toHaveProperty('aria-invalid');
      expect(words).toContain('CV <b> & co.pdf, has to be chosen again');
      expect(await applicants()).not.toContainEqual(expect.objectContaining({ name: hostile }));
    });

    test.each([
      ['large.pdf', 12 * MIB, 413, 'The file is larger than the limit of 5 MB.'],
      ['l.pdf', limits.documentBytes + 1, 413, 'The file is larger than the limit of 5 MB.'],
      ['empty.pdf', 0, 422, 'This file is empty.'],
      // A browser posts an unused file input as an empty file without a name.
      ['', 0, 422, messages['applicant.cvRequired']],
    ])('a file %j of %i bytes costs nothing that was typed: %i', async (filename, bytes, status, reason) => {
      const type = `application/${filename ? 'pdf' : 'octet-stream'}`;
      const parts = application
        .parts()
        .map((part) =>
          'text' in part ? text(part.name, part.text) : file('cv', 'x'.repeat(bytes), filename, type),
        );
      const answer = await request(engine.app.url)
        .post(application.path)
        .set({ 'content-type': formType, ...somebody() })
        .send(formBody(parts))
        .expect(status);
      const { html, controls } = formIn(answer.text, 'application');
      expect(wordsOf(html)).toContain(reason);
      expect(wordsOf(html).includes('has to be chosen again')).toBe(filename !== '');
      expect(controls.cover_letter?.value).toBe('I draw.\n\nAnd I write.');
      expect(controls.consent?.attributes).toHaveProperty('checked');
    });

    test('too long a text comes back, to be made shorter', async () => {
      const message = 'و'.repeat(limits.message + 7);
      const answer = await post(
        contact.path,
        contact.parts({ message, subject: 's'.repeat(9 * KIB) }),
      ).expect(413);
      const { html, controls } = formIn(answer.text, 'contact');
      expect(controls.message?.value).toBe(message);
      expect(controls.subject?.value).toBe('s'.repeat(limits.shortText));
      expect(wordsOf(html)).toContain(messageText('field.tooLong', { limit: limits.message }));
      expect(wordsOf(html)).toContain('The text is larger than the limit of 8 KB.');
    });

    test('a receipt that this site has not written, or for another page, is none', async () => {
      const { location = '' } = (await post(contact.path, contact.parts(unique()))).headers;
      const received = new URL(location, 'http://x').searchParams.get('received') ?? '';
      for (const [path, forged] of [
        ['/contact', `You+won~~${'A'.repeat(22)}`],
        ['/contact', 'REF12345'],
        ['/contact', `X${received}`],
        ['/delete-account', received],
        ['/contact', ''],
      ] as const) {
        const page = await open(`${path}?received=${encodeURIComponent(forged)}`).expect(200);
        expect(wordsOf(page.text), forged).not.toMatch(/has reached us|You won/);
      }
    });

    test('a post acts for nobody: with a session it is a visitor like any other', async () => {
      const { cookie } = await signIn(engine.app, engine.credentials);
      const { status, headers } = await post(contact.path, contact.parts(unique()), { cookie });
      expect([status, headers['set-cookie']]).toEqual([303, undefined]);
      const receipt = await openPage(engine.app, headers.location ?? '', { cookie });
      expect(wordsOf(receipt.text)).toContain(messages['message.received']);
      const refused = await post(contact.path, contact.parts({ email: 'x' }), { cookie }).expect(422);
      expect(formIn(refused.text, 'contact').controls.email?.value).toBe('x');
    });

    test.each<[Record<string, string>, number]>([
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, 303],
      [{ 'sec-fetch-site': 'none' }, 303],
      [{ origin: 'OWN' }, 303],
    ])('a post with %j is answered with %i', async (given, status) => {
      const headers = given.origin === 'OWN' ? { ...given, origin: engine.app.url } : given;
      const parts = contact.parts({ ...unique(), subject: JSON.stringify(given) });
      const answer = await post(contact.path, parts, headers).expect(status);
      if (status === 303) return;
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(wordsOf(answer.text)).toContain(messages['pageForm.crossSite']);
      expect(answer.text).toMatch(/^(?!.*can you make one).*<a href="\/contact"/s);
    });

    test('only what the form of a page sends is read', async () => {
      const asked = () => request(engine.app.url).post(contact.path).set(somebody());
      const form = { name: 'A', email: 'a@b.example', subject: 's', message: 'm' };
      for (const answer of [await asked().type('form').send(form), await asked().send(form), await asked()]) {
        expect(answer.status).toBe(415);
        expect(wordsOf(answer.text)).toContain(messages['pageForm.wrongType']);
      }
      const odd = [...contact.parts(unique()), { name: '_method', text: 'DELETE' }];
      await post(contact.path, odd).expect(422);
      for (const elsewhere of ['/', '/careers', '/careers/apply/-', '/privacy-policy', '/admin/login']) {
        const { status, headers } = await post(elsewhere, contact.parts());
        expect([elsewhere, status, headers.allow]).toEqual([elsewhere, 405, 'GET, HEAD']);
      }
    });

    test('an address of which many forms were refused waits, and no more of them are read', async () => {
      const { path, parts } = contact;
      const here = somebody();
      const send = (body: string) => engine.visitor.post(contact.call).set(here).type('json').send(body);
      for (let refused = 1; refused < limits.refusedFormsPerHour; refused += 1) await send('{}').expect(422);
      await post(path, without(parts(), 'message'), here).expect(422);
      const answer = await send('no JSON');
      expect(answer).toMatchObject({ status: 429, body: { code: 'form.tooOften' } });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const page = await post(path, parts(unique()), here);
      expect([page.status, wordsOf(page.text)]).toEqual([
        429,
        expect.stringContaining(messageText('form.tooOften', { minutes: 60 })),
      ]);
    });

    test.each([
      [404, 'deleteJob', {}],
      [410, 'updateJobStatus', { status: 'closed' }],
    ] as const)(
      'an application to a job that is %i meanwhile, by %s, keeps what was typed, and is no failure of the site',
      async (status, call, body) => {
        const path = await openJob();
        await engine.read(call, path.split('/').at(-1), body);
        engine.app.logLines.splice(0);
        const answer = await post(path, application.parts({ name: 'a-marker' })).expect(status);
        expect(formIn(answer.text, 'application').controls.name?.value).toBe('a-marker');
        expect(answer.text).toContain('>You can send it all the same');
        // No log line contains the typed texts, and no file stays behind.
        expect(engine.app.logLines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
        expect(engine.app.logLines).toMatchObject([
          { method: 'POST', path, row: 'applyJobFor', session: false },
        ]);
        expect(JSON.stringify(engine.app.logLines)).not.toContain('a-marker');
        await vi.waitFor(async () => {
          expect(await readdir(join(engine.app.dataDir, 'tmp', 'uploads'))).toEqual([]);
        }, 30_000);
      },
    );
  },
  { environment: { TRUST_PROXY: '1' } },
);

withEngine('stub', (engine) => {
  test.each([
    [422, { errors: { subject: ['Not this word.'] } }, 422, 'Not this word.'],
    [200, { status: 0, message: 'Not today.' }, 422, 'Not today.'],
    [302, {}, 502, messages['upstream.badAnswer']],
  ])(
    'a form that the host answers with %i and %j comes back whole, with its reason and the true status',
    async (told, body, status, text) => {
      const headers = { 'content-type': 'application/json', location: '/login' };
      const { path, call, parts } = contact;
      const rule = { kind: 'answer', status: told, headers, body: JSON.stringify(body) } as const;
      engine.stub?.misbehave(rule, { path: call, times: 1 });
      const sent = parts({ subject: `Not taken, ${text}` });
      const answer = await postPage(engine.app, path, sent).expect(status);
      const { html, controls } = formIn(answer.text, 'contact');
      const [, alert = ''] = /(<[a-z]+[^>]*role="alert".*)/s.exec(html) ?? [];
      expect(wordsOf(alert)).toContain(text);
      for (const [name, typed] of Object.entries(textsOf(without(sent, 'website'))))
        expect(controls[name]?.value, name).toBe(typed.replaceAll('\r\n', '\n'));
    },
  );
});
