import type { Job } from '#shared/schemas/job.ts';
import type { Engine } from '../../../support/engines.ts';

/** Body of the admin form for a job that can be opened. */
export const goodJob = {
  ...{ title: 'Señor UI-Designer', department: 'Design', employment_type: 'FULL_TIME' },
  ...{ location_type: 'hybrid', city: 'Peshawar', region: 'Khyber Pakhtunkhwa', country: 'Pakistan' },
  description: '<p>Draw <strong>screens</strong></p>',
  ...{ salary_min: 150_000, salary_max: 250_000.5, salary_currency: 'PKR', salary_unit: 'MONTH' },
  ...{ show_salary: 1, openings: 2, closes_at: '2999-12-31' },
};

/** Adds a draft of a job that can be opened, with changes. */
export async function makeJob({ admin }: Engine, changes: object = {}): Promise<Job> {
  return await admin.read('addJob', { ...goodJob, ...changes });
}
