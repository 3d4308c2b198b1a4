import type { Page } from '@playwright/test';
import type { Job } from '#shared/schemas/job.ts';
import type { Agent } from '../../support/sign-in.ts';
import { exactly, named } from './names.ts';

/** The list of open jobs, by what a visitor sees. */
export function jobsPage(page: Page) {
  const results = named(page, 'region', /position|match/i);
  return {
    title: page.getByRole('heading', { name: 'Open positions', level: 1 }),
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
export function jobPage(page: Page) {
  const posting = page.getByRole('article').first();
  return {
    title: posting.getByRole('heading', { level: 1 }),
    fact: (name: string) => posting.locator('dl > div').filter({ hasText: name }).locator('dd'),
    apply: named(posting, 'link', 'Apply for this job'),
    closed: page.getByRole('heading', { name: /is no longer open$/, level: 1 }),
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
export async function addJob(admin: Agent, job: Partial<Record<keyof Job, unknown>> = {}): Promise<Job> {
  const answer = await admin.call('addJob', { ...openJob, ...job });
  if (answer.body.status !== 1) throw new Error(`No job was added: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Job;
}
