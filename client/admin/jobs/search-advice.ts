import { countryCode } from '#shared/country-code.ts';
import { isOver } from '#shared/job-labels.ts';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';

/**
 * `missing`: Google does not show a posting without this field. `better`: Google recommends this field, and shows
 * postings with it to more people.
 */
export interface Advice {
  weight: 'missing' | 'better';
  text: string;
}

/** A description is too short to be useful if its summary (`richTextSummary`) has fewer characters than this. */
const shortDescription = 200;

/**
 * Returns advice on fields that a posting lacks or should improve for search engines, by Google's guide to JobPosting
 * and its content policies (developers.google.com/search/docs/appearance/structured-data/job-posting). The
 * country of `company` is that of a remote job without one.
 */
export function searchAdvice(
  job: PostingJob,
  company: { country: string | undefined; zone: string },
  now: Date,
): Advice[] {
  return [
    ...(job.title.trim() === '' ? [missing('The job has no title yet.')] : []),
    ...adviceOnText(job.description),
    ...adviceOnPlace(job, company.country),
    ...adviceOnPay(job),
    ...adviceOnEnd(job, now, company.zone),
  ];
}

function adviceOnText(html: string): Advice[] {
  if (isEmptyRichText(html)) return [missing('The job has no description yet.')];
  if (richTextSummary(html).length >= shortDescription) return [];
  return [better('The description is short. Say what the person will do, bring and get.')];
}

function adviceOnPlace(
  { location_type: type, city, region, country }: PostingJob,
  ofCompany: string | undefined,
): Advice[] {
  const found =
    country && !countryCode(country) ? [better(`“${country}” is no country that search engines know.`)] : [];
  if (type === 'remote') {
    if (country) return found;
    return ofCompany
      ? [better('No country is given, so the company’s own country is used.')]
      : [missing('No country is given, and the company has no address.')];
  }
  if (!city) found.push(missing('The workplace has no city.'));
  if (!country) found.push(missing('The workplace has no country.'));
  if (city && !region) found.push(better('The workplace has no region.'));
  return found;
}

function adviceOnPay(job: PostingJob): Advice[] {
  if (job.salary_min === null && job.salary_max === null) return [better('No pay is specified.')];
  if (job.show_salary !== 1) {
    return [better('Pay is hidden from visitors, so search engines do not see it either.')];
  }
  if (!job.salary_currency || !job.salary_unit) {
    return [better('Pay needs a currency and a pay period.')];
  }
  return [];
}

function adviceOnEnd(job: PostingJob, now: Date, zone: string): Advice[] {
  if (!job.closes_at)
    return [better('Without a closing date, search engines guess when the posting expires.')];
  return isOver(job, now, zone)
    ? [missing('The closing date has passed. Search engines ignore closed jobs.')]
    : [];
}

function missing(text: string): Advice {
  return { weight: 'missing', text };
}

function better(text: string): Advice {
  return { weight: 'better', text };
}
