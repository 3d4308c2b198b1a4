import { expect, test } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { newJob } from '../../../../../client/admin/jobs/job-form.ts';
import { previewJob } from '../../../../../client/admin/jobs/preview-job.ts';
import { searchAdvice } from '../../../../../client/admin/jobs/search-advice.ts';

const now = new Date('2026-11-20T15:00:00Z');
const whole = {
  ...newJob(sampleSite),
  ...{
    title: 'Film editor',
    department: 'Film',
    salary_min: '150,000',
    show_salary: true,
    closes_at: '2026-12-31',
  },
  description: `<p>${'You cut what others shoot. '.repeat(12)}</p>`,
};

test.each([
  [{}, []],
  [{ title: 'Film editor at Naqsh Studio' }, [/^better: .*includes the company name/]],
  [{ description: '<p><br></p>' }, [/^missing: .*no description/]],
  [{ country: 'Pakistn' }, [/^better: “Pakistn” is no country/]],
  [{ location_type: 'remote', country: '' } as const, [/^better: No country is given/]],
  [{ show_salary: false }, [/^better: .*hidden from visitors/]],
  [{ closes_at: '2026-11-01' }, [/^missing: .*has passed/]],
])('what a posting lacks for search engines: %j', (change, texts) => {
  const job = previewJob({ ...whole, ...change }, undefined, now);
  const found = searchAdvice(job, { zone: 'UTC', name: 'Naqsh Studio', country: 'Pakistan' }, now);
  expect(found.map(({ weight, text }) => `${weight}: ${text}`)).toEqual(
    texts.map((text) => expect.stringMatching(text)),
  );
});
