import type { Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import type { Job } from '#shared/schemas/job.ts';
import { pdf } from '../support/files.ts';
import type { Agent } from '../support/sign-in.ts';
import { answerOnce, expect, hold, scripts, takenOver, test } from './fixtures.ts';
import { dayFromNow } from './support/jobs-admin.ts';
import { exactly, labelled, named, topHeading, withText } from './support/names.ts';

/** The apply form, and the receipt after it. */
function applyForm(page: Page) {
  const form = named(page, 'form', 'Application');
  return {
    form,
    name: labelled(form, 'Name'),
    email: form.getByLabel('Email'),
    phone: form.getByLabel('Phone (optional)'),
    city: form.getByLabel('City (optional)'),
    link: form.getByLabel('Portfolio or LinkedIn (optional)'),
    letter: form.getByLabel('Cover letter (optional)'),
    cv: labelled(form, 'CV'),
    cvName: (name: string) => withText(form, name),
    consent: named(form, 'checkbox', /^I agree that/),
    send: named(form, 'button', 'Send application'),
    alert: form.getByRole('alert'),
    restored: form.getByText('The form still contains what you typed before.'),
    cancel: named(form, 'button', 'Cancel upload'),
    received: named(page, 'heading', 'Thank you. Your application has reached us.'),
    reference: page.locator('strong'),
    copy: named(page, 'button', 'Copy reference'),
  };
}

type ApplyForm = ReturnType<typeof applyForm>;

const cvFile = (name = 'CV Ayesha ✓.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(),
});

/** The applicant's texts. */
const texts = {
  name: 'عائشہ Khan',
  email: 'ayesha@applicant.example',
  phone: '+92 300 1234567',
  city: 'پشاور',
  link: 'linkedin.com/in/ayesha',
  letter: 'I draw.\n\nAnd I write.',
} as const;

const fields = Object.keys(texts) as (keyof typeof texts)[];

/** Fills every field without sending the form. */
async function fillApplication(form: ApplyForm, cv = cvFile()) {
  for (const field of fields) await form[field].fill(texts[field]);
  await form.cv.setInputFiles(cv);
  await form.cvName(cv.name).waitFor();
  await form.consent.check();
}

/** Fills every field without waiting for the file name: without scripts the page does not confirm a chosen file. */
async function fillByHand(page: Page, cv: ReturnType<typeof cvFile>) {
  const form = applyForm(page);
  for (const field of fields) await form[field].fill(texts[field]);
  await form.cv.setInputFiles(cv);
  await form.consent.check();
  return form;
}

/** Returns the current texts of the form. */
async function textsOf(form: ApplyForm): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const field of fields) values[field] = await form[field].inputValue();
  return values;
}

/** The list of open jobs, by what a visitor sees. */
function jobsPage(page: Page) {
  const results = named(page, 'region', /position|match/i);
  return {
    title: topHeading(page, 'Open positions'),
    count: results.getByRole('heading', { level: 2 }),
    titles: results.getByRole('article').getByRole('heading', { level: 3 }),
    row: (title: string) => results.getByRole('article').filter({ hasText: title }),
    job: (title: string) => exactly(results, 'link', title),
    search: named(page, 'searchbox', 'Search positions'),
    facet: (name: string) => named(page.getByRole('complementary'), 'link', name),
    chips: named(page, 'list', 'Active filters'),
    chip: (name: string) => named(page, 'link', `Remove filter ${name}`),
  };
}

/** One job posting, in each of its states. */
function jobPage(page: Page) {
  const posting = page.getByRole('article').first();
  return {
    title: topHeading(posting),
    fact: (name: string) => posting.locator('dl > div').filter({ hasText: name }).locator('dd'),
    apply: named(posting, 'link', 'Apply for this job'),
    closed: topHeading(page, /is no longer open$/),
  };
}

/** A job as an admin sends it: open, on site, without a closing date. */
const openJob = {
  title: 'Film editor',
  department: 'Film',
  employment_type: 'FULL_TIME',
  location_type: 'onsite',
  city: 'Peshawar',
  country: 'Pakistan',
  description: '<h2>What you do</h2><p>You cut.</p>',
  salary_min: 140_000,
  salary_max: 190_000,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  status: 'open',
};

/** Adds a job through the API. */
async function addJob(admin: Agent, job: Partial<Record<keyof Job, unknown>> = {}) {
  const answer = await admin.call('addJob', { ...openJob, ...job });
  if (answer.body.status !== 1) throw new Error(`No job was added: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Job;
}

/** A site takes a few forms an hour from one mailbox. */
const mailbox = (number: number) => `ayesha-${number}@applicant.example`;

test('a visitor finds a job by filters that the address keeps', async ({ open, host }) => {
  await addJob(host.admin, { closes_at: dayFromNow(2) });
  await addJob(host.admin, { title: 'Sound editor', location_type: 'hybrid', show_salary: 0 });
  const engineer = { title: 'Engineer', department: 'Engineering', city: null, country: null };
  await addJob(host.admin, { ...engineer, location_type: 'remote', employment_type: 'PART_TIME' });
  const page = await open(host);
  const list = jobsPage(page);
  await page.goto('/careers/apply?source=newsletter');
  await expect(list.titles).toHaveText(['Engineer', 'Sound editor', 'Film editor']);
  for (const words of ['Film · Peshawar, Pakistan · On-site', 'PKR 140,000–190,000 a month', '2 days left'])
    await expect(list.row('Film editor')).toContainText(words);
  await expect(list.row('Sound editor')).not.toContainText('PKR');

  await list.facet('Film, 2 positions').click();
  await expect(list.count).toHaveText('2 positions found');
  await expect(page).toHaveURL('/careers/apply?source=newsletter&department=Film');
  await expect(list.facet('Film, 2 positions')).toHaveAttribute('aria-current', 'true');
  // A second press takes the choice back.
  await list.facet('Film, 2 positions').click();
  await expect(list.count).toHaveText('3 positions');
  await list.facet('Film, 2 positions').click();
  await expect(list.facet('Engineering, 1 position')).toBeVisible();
  await list.facet('Hybrid, 1 position').click();
  await expect(list.titles).toHaveText(['Sound editor']);
  await page.reload();
  await expect(list.chips.getByRole('link')).toHaveText(['Film', 'Hybrid', 'Clear all filters']);
  await list.chip('Place of work: Hybrid').click();
  await expect(list.count).toHaveText('2 positions found');
  await expect(list.count).toBeFocused();
  await page.goBack();
  await expect(list.count).toHaveText('1 position found');
  await named(list.chips, 'link', 'Clear all filters').click();
  await expect(list.count).toHaveText('3 positions');
  await expect(list.count).toBeFocused();
  await list.search.fill('plumber');
  await expect(list.count).toHaveText('No match');
  await named(page, 'link', 'Show all positions').click();
  await expect(list.count).toHaveText('3 positions');
  await expect(list.count).toBeFocused();
  await expect(page).toHaveURL('/careers/apply?source=newsletter');
  await expect(list.search).toHaveValue('');
  await page.goto('/careers/apply?employment_type=SOMETIMES&location_type=moon&page=-1');
  await expect(list.count).toHaveText('3 positions');
});

test('a visitor applies by keyboard with a CV, and gets a reference that stays', async ({ open, site }) => {
  const job = await addJob(site.admin, { title: 'Colourist', department: 'Colour', openings: 2 });
  const page = await open(site, { permissions: ['clipboard-read', 'clipboard-write'] });
  const form = applyForm(page);
  const posting = jobPage(page);
  await page.goto('/careers/apply?source=newsletter&search=colourist');
  await jobsPage(page).job('Colourist').click();
  await expect(posting.fact('Pay')).toHaveText('PKR 140,000–190,000 a month');
  await expect(posting.fact('Openings')).toHaveText('2');
  await expect(posting.fact('Employment')).toHaveText('Full-time');
  // On paper the posting is alone.
  await page.emulateMedia({ media: 'print' });
  await expect(posting.fact('Pay')).toBeVisible();
  for (const gone of [page.getByRole('banner'), page.getByRole('contentinfo'), posting.apply, form.form])
    await expect(gone).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await posting.apply.click();
  await form.send.click();
  for (const code of ['nameRequired', 'emailRequired', 'cvRequired', 'consentRequired'] as const)
    await expect(form.form.getByText(messages[`applicant.${code}`])).toBeVisible();
  await expect(form.name).toBeFocused();
  // The trap of robots is met by nobody.
  for (const field of ['name', 'email', 'phone', 'city', 'link', 'letter'] as const) {
    await expect(form[field]).toBeFocused();
    await page.keyboard.insertText(texts[field]);
    await page.keyboard.press('Tab');
  }
  await expect(form.cv).toBeFocused();
  const picking = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await picking).setFiles(cvFile());
  await expect(form.cvName(cvFile().name)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.consent).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(form.received).toBeFocused();
  await expect(posting.apply).toBeHidden();
  const reference = await form.reference.innerText();
  // The site cannot send mail.
  await expect(page.getByText('Write this reference down')).toBeVisible();
  await form.copy.click();
  await expect(withText(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  const { body } = await site.admin.call('getApplicants', { job_id: job.id });
  expect(body.data.data).toMatchObject([
    {
      reference,
      status: 'new',
      source: 'newsletter',
      name: texts.name,
      email: texts.email,
      phone: texts.phone,
      city: texts.city,
      cv_name: cvFile().name,
      cv_size: cvFile().buffer.length,
      linkedin_url: 'https://linkedin.com/in/ayesha',
      portfolio_url: null,
    },
  ]);

  await named(page, 'link', 'All open positions').click();
  await expect(jobsPage(page).title).toBeVisible();
  await page.goBack();
  await expect(form.reference).toHaveText(reference);
  await page.reload();
  await expect(form.reference).toHaveText(reference);
  await expect(form.form).toBeHidden();
  // A second application is sent knowingly.
  await page.goto(`/careers/apply/${job.id}`);
  await expect(form.form.getByText(`Your reference ${reference}`)).toBeVisible();
  await expect(form.letter).toHaveValue('');
});

test('a CV is looked at before it is sent; what the host refuses is said at its field, and nothing is lost', async ({
  open,
  host,
  allow,
}) => {
  const { id } = await addJob(host.admin);
  const call = `/api/applyJob/${id}`;
  allow(call, messages['api.callError']);
  const page = await open(host);
  const form = applyForm(page);
  const holds = async (cv = cvFile().name) => {
    expect(await textsOf(form)).toEqual(texts);
    await expect(form.consent).toBeChecked();
    await expect(form.cvName(cv)).toBeVisible();
  };
  await page.goto(`/careers/apply/${id}`);
  await form.cv.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(
    form.form.getByText('me.png: this file is not one of the accepted types (PDF, DOC, DOCX).'),
  ).toBeVisible();
  await form.cv.setInputFiles({ ...cvFile('large.pdf'), buffer: Buffer.alloc(limits.documentBytes + 1) });
  await expect(
    form.form.getByText(messageText('upload.tooLarge', { field: 'large.pdf', limit: '5 MB' })),
  ).toBeVisible();
  await expect(form.cvName('large.pdf')).toBeHidden();
  await fillApplication(form);
  const errors = { linkedin_url: ['This profile is private.'], cv: ['Too dark.'] };
  await answerOnce(page, call, 422, { errors });
  await form.send.click();
  await expect(form.form.getByText('This profile is private.')).toBeVisible();
  await expect(form.form.getByText('Too dark.')).toBeVisible();
  await expect(form.link).toBeFocused();
  await holds();

  // An upload that is slow shows how far it is, and can be stopped.
  const heavy = { ...cvFile('heavy.pdf'), buffer: Buffer.concat([cvFile().buffer, Buffer.alloc(3e6)]) };
  await form.cv.setInputFiles(heavy);
  const line = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slow);
  await form.send.click();
  await expect(form.form.getByRole('progressbar')).toBeVisible();
  await form.cancel.click();
  await expect(form.alert).toContainText(messages['upload.cancelled']);
  await holds('heavy.pdf');
  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  expect(host.stub.requestsTo(call, 'POST')).toEqual([]);

  // A reload keeps the texts, but no file and no consent; another posting has a draft of its own.
  await page.reload();
  await expect(form.form.getByText('Please choose your CV and agree again')).toBeVisible();
  expect(await textsOf(form)).toEqual(texts);
  await expect(form.consent).not.toBeChecked();
  await page.goto('/careers/apply?spontaneous=1');
  await expect(form.name).toHaveValue('');
});

test('a job that closes under the form loses nothing; one that is over says so kindly', async ({
  open,
  host,
  allow,
}) => {
  allow('410 (Gone)', '404 (Not Found)', messages['api.callError']);
  const job = await addJob(host.admin, { title: 'Grip' });
  const runner = await addJob(host.admin, { title: 'Runner' });
  const close = (id: typeof job.id) =>
    host.admin.call('updateJobStatus', id, { status: 'closed' }).expect(200);
  const page = await open(host);
  const form = applyForm(page);
  await page.goto(`/careers/apply/${job.id}`);
  await fillApplication(form);
  await form.email.fill(mailbox(1));
  await close(job.id);
  await form.send.click();
  await expect(form.alert).toContainText(messages['job.closed']);
  await named(form.alert, 'link', 'Send it as an application without a position').click();
  await expect(form.restored).toBeVisible();
  expect(await textsOf(form)).toEqual({ ...texts, email: mailbox(1) });
  await form.cv.setInputFiles(cvFile('again.pdf'));
  await form.consent.check();
  await form.send.click();
  await expect(form.received).toBeVisible();
  expect(host.stub.rows('applicants')).toMatchObject([{ job_id: null }]);
  expect(host.stub.rows('applicant_submissions')).toMatchObject([{ cv_name: 'again.pdf' }]);

  await page.goto(`/careers/apply/${job.id}`);
  await expect(jobPage(page).closed).toHaveText('Grip is no longer open');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  // A link of the list loads no page: the client says the same.
  await page.goto('/careers/apply');
  await close(runner.id);
  await jobsPage(page).job('Runner').click();
  await expect(jobPage(page).closed).toHaveText('Runner is no longer open');
});

test('without scripts a job is applied for; a mistake comes back with everything typed, and two presses send once', async ({
  open,
  host,
  allow,
}) => {
  allow('415 (Unsupported Media Type)');
  const job = await addJob(host.admin);
  const page = await open(host, { width: 360, javaScriptEnabled: false });
  await page.goto(`/careers/apply/${job.id}?source=a+friend`);
  const large = { ...cvFile('large.pdf'), buffer: Buffer.alloc(4.9 * 1024 * 1024, 'x') };
  const form = await fillByHand(page, large);
  await form.email.fill('not an address');
  await form.send.click();
  await expect(form.alert).toContainText('large.pdf');
  await expect(form.alert).toBeInViewport();
  await expect(page).toHaveURL(`/careers/apply/${job.id}?source=a+friend#apply`);
  expect(await textsOf(form)).toEqual({ ...texts, email: 'not an address' });
  await expect(form.consent).toBeChecked();
  await named(form.alert, 'link', /^Email: /).click();
  expect(await form.email.evaluate((field) => field.matches(':target'))).toBe(true);
  expect(host.stub.rows('applicants')).toEqual([]);

  await form.email.fill(mailbox(2));
  await form.cv.setInputFiles(cvFile());
  await form.send.dblclick();
  await expect(form.received).toBeVisible();
  const [sent] = host.stub.rows('applicant_submissions');
  expect(sent).toMatchObject({ name: texts.name, source: 'a friend' });
  expect(host.stub.rows('applicants')).toMatchObject([{ job_id: job.id }]);
  // The host may send a mail.
  await expect(page.getByText('A confirmation goes to')).toBeVisible();
  await expect(form.reference).toHaveText(String(sent?.reference));
  for (const text of Object.values(texts)) expect(decodeURIComponent(page.url())).not.toContain(text);
  await page.reload();
  await expect(form.received).toBeVisible();
  expect(host.stub.rows('applicant_submissions')).toHaveLength(1);
});

test('a form that is sent before the scripts come goes on with them, whether it came back or was received', async ({
  open,
  host,
  allow,
}) => {
  const { id } = await addJob(host.admin);
  allow('415 (Unsupported Media Type)');
  const page = await open(host);
  const release = await hold(page, scripts);
  await page.goto(`/careers/apply/${id}`, { waitUntil: 'commit' });
  const form = await fillByHand(page, { ...cvFile('fake.pdf'), buffer: Buffer.from('no PDF') });
  await form.email.fill('not an address');
  await form.send.click();
  await expect(form.alert).toBeVisible();
  await expect(form.email).toHaveAccessibleDescription(messages['field.badEmail']);
  // What is changed on the page that came back is kept when the scripts come.
  await form.city.fill('Swat');
  await form.phone.fill('');
  await form.cv.setInputFiles(cvFile('again.pdf'));
  release();
  await takenOver(page);
  await expect(form.cvName('again.pdf')).toBeVisible();
  expect(await textsOf(form)).toEqual({ ...texts, email: 'not an address', city: 'Swat', phone: '' });
  await expect(form.consent).toBeChecked();
  await form.email.fill(mailbox(4));
  await expect(form.alert).toBeHidden();
  await form.send.click();
  await expect(form.received).toBeVisible();
  expect(host.stub.rows('applicant_submissions')).toMatchObject([
    { city: 'Swat', phone: null, cv_name: 'again.pdf' },
  ]);
});
