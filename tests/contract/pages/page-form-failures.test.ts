import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { addJob } from '../../browser/support/jobs-public.ts';
import { withBothEngines, withEngine } from '../../support/engines.ts';
import { formIn, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';

const { path, call, parts } = pageForms.contact;

const json = (status: number, body: object, headers = {}) =>
  ({
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }) as const;

withEngine('stub', (engine) => {
  test.each([
    [
      'a field that is refused',
      json(422, { errors: { subject: ['Not this word.'], odd: ['An odd one.'] } }),
      422,
      'Not this word.',
    ],
    ['a refusal with success', json(200, { status: 0, message: 'Not today.' }), 422, 'Not today.'],
    [
      'a call that it does not know',
      json(404, { message: 'The route api/contactUs could not be found.' }),
      502,
      messages['pageForm.notTaken'],
    ],
    ['a redirect', json(302, {}, { location: '/login' }), 502, messages['upstream.badAnswer']],
  ])(
    'a form that was posted without scripts comes back whole, with its reason and the true status: %s',
    async (_what, failure, status, text) => {
      engine.stub?.misbehave(failure, { path: call, times: 1 });
      const sent = parts({ subject: `Not taken, ${text}` });
      const answer = await postPage(engine.app, path, sent);
      expect(answer.status).toBe(status);
      const { html, controls } = formIn(answer.text, 'contact');
      const [, alert = ''] = /(<[a-z]+[^>]*role="alert".*)/s.exec(html) ?? [];
      expect(wordsOf(alert)).toContain(text);
      expect(answer.text).not.toMatch(/SQLSTATE|could not be found/);
      for (const part of sent) {
        if (!('text' in part) || part.name === 'website') continue;
        expect(controls[part.name]?.value, part.name).toBe(part.text.replaceAll('\r\n', '\n'));
      }
    },
  );
});

withBothEngines((engine) => {
  test('an application to a job that is deleted meanwhile is 404, keeps what was typed, and is no failure of the site', async () => {
    const job = await addJob(engine.admin);
    await engine.admin.post(callPath(contract.deleteJob, { id: job.id })).expect(200);
    engine.app.logLines.splice(0);
    const answer = await postPage(engine.app, `/careers/apply/${job.id}`, pageForms.application.parts());
    expect(answer.status).toBe(404);
    expect(formIn(answer.text, 'application').controls.email?.value).toBe('ayesha@applicant.example');
    expect(engine.app.logLines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });
});
