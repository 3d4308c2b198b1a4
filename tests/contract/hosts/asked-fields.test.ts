import { expect, onTestFinished, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { startWithHostFile, stubHostFile } from '../../hosts/site.ts';
import { without } from '../../support/forms.ts';
import { formIn, openPage, pageForms, postPage, wordsOf } from '../../support/page-forms.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';

test('forms ask for no optional field that host.json has no place for, and for no CV where the host takes none', async () => {
  const stub = await startStubUpstream();
  onTestFinished(() => stub.close());
  const { application, contact } = pageForms;
  const site = await startWithHostFile(
    stubHostFile(stub.url, {
      calls: {
        applyJob: { path: application.call, send: 'json', body: { name: 'who', email: 'mail' } },
        contactUs: { path: contact.call, body: { name: 'who', email: 'mail', subject: 's', message: 'm' } },
      },
    }),
  );
  onTestFinished(() => site.close());
  expect(site.logLines.filter(({ msg }) => String(msg).startsWith('host.json has no place for'))).toEqual([
    expect.objectContaining({
      fields: {
        applyJob: [
          'consent',
          'phone',
          'city',
          'cover_letter',
          'portfolio_url',
          'linkedin_url',
          'source',
          'cv',
        ],
        contactUs: ['phone'],
      },
    }),
  ]);
  const apply = await openPage(site, application.path);
  expect(namesIn(apply.text, 'application')).toEqual(['source', 'name', 'email', 'consent']);
  const write = await openPage(site, contact.path);
  expect(namesIn(write.text, 'contact')).toEqual(['name', 'email', 'subject', 'message']);

  const asked = application.parts({}).filter(({ name }) => /^(source|name|email|consent)$/.test(name));
  const refused = await postPage(site, application.path, without(asked, 'consent'));
  expect([refused.status, wordsOf(refused.text).includes(messages['applicant.cvRequired'])]).toEqual([
    422,
    false,
  ]);
  stub.misbehave({ kind: 'answer', status: 201, body: '{}' }, { path: application.call, times: 1 });
  await postPage(site, application.path, asked).expect(303);
  expect(stub.requestsTo(application.call).map(({ body }) => JSON.parse(body.toString()))).toEqual([
    { who: 'عائشہ Khan', mail: 'ayesha@applicant.example' },
  ]);
  stub.misbehave({ kind: 'answer', status: 503, body: '{}' }, { path: application.call });
  const other = application.parts({ email: 'other@applicant.example' });
  await postPage(
    site,
    application.path,
    other.filter(({ name }) => /^(name|email|consent)$/.test(name)),
  ).expect(303);
});

/** Returns the names of the fields of a form that people see, in their order. */
const namesIn = (page: string, form: string) =>
  Object.keys(formIn(page, form).controls).filter((name) => !['form_token', 'website'].includes(name));
