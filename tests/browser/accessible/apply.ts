import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { applyForm, fillApplication } from '../support/applications.ts';
import { jobPage, jobsPage } from '../support/jobs-public.ts';
import { stubJob } from '../support/public-records.ts';
import { apiCallError, failedToLoad } from '../support/watch.ts';
import { type Area, follow } from './area.ts';

export const applying: Area = {
  name: 'positions: list, posting and form, in every state',
  by: 'visitor',
  async *states(page, site) {
    site.stub.data.jobs = [
      stubJob(1, { title: 'Film editor' }),
      stubJob(2, { title: 'Gaffer', status: 'closed' }),
    ];
    const list = jobsPage(page);
    const form = applyForm(page);
    await page.goto('/careers/apply?department=Film');
    await list.job('Film editor').waitFor();
    yield 'list';
    await follow(page, '/careers/apply?search=plumber');
    await list.count.getByText('No match').waitFor();
    yield 'no match';
    await follow(page, '/careers/apply/2');
    await list.title.or(jobPage(page).closed).waitFor();
    await page.getByRole('link', { name: 'Film editor' }).waitFor();
    yield 'closed job';
    await follow(page, '/careers/apply/999');
    await jobPage(page).none.waitFor();
    yield 'no job';
    await follow(page, '/careers/apply/1');
    await form.form.waitFor();
    yield 'posting';
    await follow(page, '/careers/apply?spontaneous=1');
    await form.send.click();
    await form.form.getByText(messages['applicant.nameRequired']).waitFor();
    yield 'form with errors';
    await fillApplication(form);
    yield 'filled form';
    await form.send.click();
    await form.received.waitFor();
    yield 'received';
    site.stub.data.jobs = [];
    await page.goto('/careers/apply');
    await page.getByText('No open positions right now').waitFor();
    yield 'no jobs';
  },
  console: [
    failedToLoad(410, '/api/singleJob/2'),
    apiCallError(messages['job.closed']),
    failedToLoad(404, '/api/singleJob/999'),
    apiCallError(deskMessages['job.notFound']),
  ],
};
