import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { pdf } from '../support/files.ts';
import { applyForm, cvFile, fillApplication, texts } from './support/applications.ts';
import { addJob, jobPage, jobsPage } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  const applicants = async (query: object) =>
    (await engine.admin.get(callPath(contract.getApplicants)).query(query)).body.data.data;

  test('a visitor finds a job by filters that the address keeps', async () => {
    const closing = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await addJob(engine.admin, { closes_at: closing });
    await addJob(engine.admin, { title: 'Sound editor', location_type: 'hybrid', show_salary: 0 });
    await addJob(engine.admin, {
      title: 'Front-end engineer',
      department: 'Engineering',
      location_type: 'remote',
      employment_type: 'PART_TIME',
      city: null,
      country: null,
    });
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const list = jobsPage(page);
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    const shown = () => list.titles.allTextContents();
    // While a machine starts everything at once, the first page may lack its list: a page waits for reads for at most
    // 5 s.
    const ask = () => fetch(`${engine.app.url}/careers/apply`, { headers: { accept: 'text/html' } });
    await expect.poll(async () => (await ask()).status).toBe(200);
    await page.goto('/careers/apply?source=newsletter');
    await list.count.getByText('3 positions').waitFor();
    expect((await shown()).sort()).toEqual(['Film editor', 'Front-end engineer', 'Sound editor']);
    const row = await list.row('Film editor').innerText();
    expect(row).toContain('Film · Peshawar, Pakistan · On-site');
    expect(row).toContain('PKR 140,000–190,000 a month');
    expect(row).toContain('2 days left');
    await expect.poll(() => list.row('Sound editor').innerText()).not.toContain('PKR');

    await list.facet('Film, 2 positions').click();
    await list.count.getByText('2 positions found').waitFor();
    await expect.poll(query).toEqual({ source: 'newsletter', department: 'Film' });
    await expect.poll(() => list.facet('Film, 2 positions').getAttribute('aria-current')).toBe('true');
    await list.facet('Hybrid, 1 position').click();
    await list.count.getByText('1 position found').waitFor();
    expect(await shown()).toEqual(['Sound editor']);
    await page.reload();
    await list.job('Sound editor').waitFor();
    await expect
      .poll(() => list.chips.getByRole('link').allTextContents())
      .toEqual(['Film', 'Hybrid', 'Clear all filters']);
    await list.chip('Place of work: Hybrid').click();
    await list.count.getByText('2 positions found').waitFor();
    expect(await list.count.evaluate((heading) => heading === document.activeElement)).toBe(true);
    await page.goBack();
    await list.count.getByText('1 position found').waitFor();
    await list.facet('Film, 1 position').click();
    await list.search.fill('editor sound');
    await expect
      .poll(query)
      .toEqual({ source: 'newsletter', location_type: 'hybrid', search: 'editor sound' });
    await list.count.getByText('1 position found').waitFor();
    await list.search.fill('plumber');
    await list.count.getByText('No match').waitFor();
    await page.getByText('No open position matches').waitFor();
    await page.getByRole('link', { name: 'Show all positions' }).click();
    await list.count.getByText('3 positions').waitFor();
    await expect.poll(query).toEqual({ source: 'newsletter' });
    await expect.poll(() => list.search.inputValue()).toBe('');

    await page.goto('/careers/apply?employment_type=SOMETIMES&location_type=moon&page=-1');
    await list.count.getByText('3 positions').waitFor();
    expectQuiet(watch);
    await close();
  });

  test('a job that is over says so kindly; one that never was is not found', {
    tags: ['deep/journey'],
  }, async () => {
    const open = await addJob(engine.admin, { title: 'Runner' });
    const closed = await addJob(engine.admin, { title: 'Gaffer' });
    await engine.admin
      .post(callPath(contract.updateJobStatus, { id: closed.id }))
      .send({ status: 'filled' })
      .expect(200);
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const posting = jobPage(page);
    const robots = page.locator('meta[name=robots]');
    await page.goto(`/careers/apply/${closed.id}`);
    await posting.closed.waitFor();
    await expect.poll(() => posting.closed.innerText()).toBe('Gaffer is no longer open');
    expect(await page.title()).toContain('Gaffer (closed)');
    await expect.poll(() => robots.getAttribute('content')).toBe('noindex');
    expect(await applyForm(page).form.count()).toBe(0);
    await page.getByRole('link', { name: 'Runner', exact: true }).click();
    await posting.title.getByText('Runner').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/careers/apply/${open.id}`);
    expect(await robots.count()).toBe(0);
    await page.goto('/careers/apply/987654321');
    await posting.none.waitFor();
    await expect.poll(() => robots.getAttribute('content')).toBe('noindex');
    await page.goto('/careers/apply/first');
    await posting.none.waitFor();

    // A link from the list loads no page: the client shows the same notice.
    await page.goto('/careers/apply');
    await jobsPage(page).job('Runner').waitFor();
    await engine.admin
      .post(callPath(contract.updateJobStatus, { id: open.id }))
      .send({ status: 'closed' })
      .expect(200);
    await jobsPage(page).job('Runner').click();
    await posting.closed.waitFor();
    await expect.poll(() => posting.closed.innerText()).toBe('Runner is no longer open');
    expectQuiet(watch, [
      failedToLoad(410, `/careers/apply/${closed.id}`),
      failedToLoad(404, '/careers/apply/987654321'),
      failedToLoad(404, '/careers/apply/first'),
      failedToLoad(410, `/api/singleJob/${open.id}`),
      apiCallError(messages['job.closed']),
    ]);
    await close();
  });

  test('list, posting and closed job are read without scripts', async () => {
    const job = await addJob(engine.admin, { title: 'Best boy' });
    const closed = await addJob(engine.admin, { title: 'Dolly grip' });
    await engine.admin
      .post(callPath(contract.updateJobStatus, { id: closed.id }))
      .send({ status: 'closed' })
      .expect(200);
    const read = async (path: string, status: number) =>
      (await engine.visitor.get(path).set('accept', 'text/html').expect(status)).text;
    const list = await read('/careers/apply?department=Film&search=boy', 200);
    expect(list).toContain('>Best boy</a>');
    expect(list).toContain('1 position found');
    const posting = await read(`/careers/apply/${job.id}`, 200);
    for (const words of ['<title>Best boy · ', '<p>You cut.</p>', 'name="application"']) {
      expect(posting).toContain(words);
    }
    const over = await read(`/careers/apply/${closed.id}`, 410);
    expect(over).toContain('Dolly grip</bdi> is no longer open');
    expect(over).toContain('noindex');
    expect(over).toContain('>Best boy</a>');
  });

  test('a visitor applies with a CV and gets a reference', async () => {
    const job = await addJob(engine.admin, { title: 'Colourist', department: 'Colour', openings: 2 });
    const { page, context, watch, close } = await openVisitor(browser.current, engine.app);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const form = applyForm(page);
    await page.goto('/careers/apply?source=newsletter');
    await jobsPage(page).job('Colourist').click();
    const posting = jobPage(page);
    await posting.title.getByText('Colourist').waitFor();
    await expect.poll(() => posting.fact('Place').innerText()).toBe('Peshawar, Pakistan · On-site');
    await expect.poll(() => posting.fact('Pay').innerText()).toBe('PKR 140,000–190,000 a month');
    await expect.poll(() => posting.fact('Openings').innerText()).toBe('2');
    await page.getByRole('heading', { name: 'What you do' }).waitFor();

    await posting.apply.click();
    await form.send.click();
    for (const code of ['nameRequired', 'emailRequired', 'cvRequired', 'consentRequired'] as const) {
      await form.form.getByText(messages[`applicant.${code}`]).waitFor();
    }
    expect(await form.name.evaluate((field) => field === document.activeElement)).toBe(true);
    await form.name.fill('A');
    await form.form.getByText(messages['applicant.nameRequired']).waitFor({ state: 'detached' });

    await fillApplication(form);
    expect(
      await form.consent.evaluate((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
    ).toContain('for 6 months');
    await form.send.click();
    await form.received.waitFor();
    expect(await page.getByRole('link', { name: 'Apply for this job' }).count()).toBe(0);
    expect(await form.received.evaluate((heading) => heading === document.activeElement)).toBe(true);
    const reference = await form.reference.innerText();
    // The site cannot send mail.
    await page.getByText('Write this reference down').waitFor();
    await form.copy.click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);

    const [applicant, ...others] = await applicants({ job_id: job.id });
    expect(others).toEqual([]);
    expect(applicant).toMatchObject({
      reference,
      status: 'new',
      name: texts.name,
      email: texts.email,
      phone: texts.phone,
      city: texts.city,
      linkedin_url: 'https://linkedin.com/in/ayesha',
      portfolio_url: null,
      source: 'newsletter',
      cv_name: cvFile().name,
      cv_size: pdf().length,
    });

    // The receipt survives a reload, and leaving and coming back.
    await page.getByRole('link', { name: 'All open positions' }).click();
    await jobsPage(page).job('Colourist').waitFor();
    await page.goBack();
    await expect.poll(() => form.reference.innerText()).toBe(reference);
    await page.reload();
    await expect.poll(() => form.reference.innerText()).toBe(reference);
    expect(await form.form.count()).toBe(0);
    // A second application is sent knowingly.
    await page.goto(`/careers/apply/${job.id}`);
    await form.form.getByText('You have applied here from this browser before.').waitFor();
    await form.form.getByText(`Your reference ${reference}`).waitFor();
    expectQuiet(watch);
    await close();
  });
});
