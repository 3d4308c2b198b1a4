import { formatDay } from '#shared/dates.ts';
import { employmentTypeLabels, formatSalary } from '#shared/job-labels.ts';
import type { JobPostingJsonLd, PostingJob } from '#shared/json-ld/job-posting.ts';

/** The markup of a posting as a list that people read: the field's name at schema.org, its meaning, and what it says. */
export interface Reading {
  field: string;
  name: string;
  text: string;
}

/** In the order of Google's guide. Fields that the markup does not have are left out: the advice tells of them. */
export function searchReading(markup: JobPostingJsonLd, job: PostingJob): Reading[] {
  const { jobLocation, applicantLocationRequirements: from } = markup;
  const { addressLocality, addressRegion, addressCountry } = jobLocation?.address ?? {};
  const rows: [field: string, name: string, text: string | undefined][] = [
    ['title', 'Title', markup.title],
    ['datePosted', 'Posted', formatDay(markup.datePosted)],
    ['validThrough', 'Open until', formatDay(markup.validThrough)],
    ['employmentType', 'Employment', employmentTypeLabels[markup.employmentType]],
    ['hiringOrganization', 'Employer', markup.hiringOrganization.name],
    ['jobLocation', 'Place', [addressLocality, addressRegion, addressCountry].filter(Boolean).join(', ')],
    ['jobLocationType', 'Place', markup.jobLocationType && 'Anywhere: the job is remote'],
    ['applicantLocationRequirements', 'People may apply from', from?.name],
    ['baseSalary', 'Pay', markup.baseSalary && formatSalary(job)],
    ['totalJobOpenings', 'Openings', String(markup.totalJobOpenings)],
    ['identifier', 'Number', markup.identifier.value === '0' ? 'set when saved' : markup.identifier.value],
    ['directApply', 'Application', 'On the posting itself'],
  ];
  return rows.flatMap(([field, name, text]) => (text ? [{ field, name, text }] : []));
}
