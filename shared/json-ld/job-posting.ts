import { countryCode } from '../country-code.ts';
import { isOpen } from '../job-labels.ts';
import type { Job } from '../schemas/job.ts';
import { endOf } from '../schemas/job-words.ts';
import { isDate } from '../text-formats.ts';

/** The hiring company, as the markup names it. */
export interface HiringCompany {
  name: string;
  /** The company's own site. */
  url: string;
  logo?: string;
  /** The time zone in which closing days end. */
  zone: string;
  /**
   * Country from which people may apply for a remote job that names no country: Google requires at least one country.
   */
  country?: string;
}

export type PostingJob = Pick<
  Job,
  | 'id'
  | 'title'
  | 'description'
  | 'employment_type'
  | 'location_type'
  | 'city'
  | 'region'
  | 'country'
  | 'salary_min'
  | 'salary_max'
  | 'salary_currency'
  | 'salary_unit'
  | 'show_salary'
  | 'openings'
  | 'status'
  | 'posted_at'
  | 'closes_at'
  | 'created_at'
>;

/**
 * Returns a job posting as schema.org markup, with every field that Google's guide to JobPosting names
 * (developers.google.com/search/docs/appearance/structured-data/job-posting). Undefined for a job that is not open:
 * the guide forbids markup of closed jobs. `url` is the posting's own absolute URL.
 */
export function jobPostingJsonLd(
  job: PostingJob,
  company: HiringCompany,
  { url, now }: { url: string; now: Date },
) {
  if (!isOpen(job, now, company.zone)) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: job.title,
    description: withoutMedia(job.description),
    url,
    datePosted: (job.posted_at ?? job.created_at ?? now.toISOString()).slice(0, 10),
    validThrough: lastMoment(job.closes_at ?? null, company.zone),
    employmentType: job.employment_type ?? undefined,
    identifier: { '@type': 'PropertyValue', name: company.name, value: String(job.id) },
    hiringOrganization: {
      '@type': 'Organization',
      name: company.name,
      sameAs: company.url,
      logo: company.logo,
    },
    ...whereOf(job, company),
    baseSalary: salaryOf(job),
    totalJobOpenings: job.openings,
    directApply: true,
  } as const;
}

/**
 * Returns the place of work. A remote job has none, but states from where people may apply; a hybrid job has an
 * ordinary place of work.
 */
function whereOf(job: PostingJob, company: HiringCompany) {
  if (job.location_type === 'remote') {
    const name = job.country || company.country;
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: name ? { '@type': 'Country', name } : undefined,
    } as const;
  }
  return {
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: job.city || undefined,
        addressRegion: job.region || undefined,
        addressCountry: job.country ? (countryCode(job.country) ?? job.country) : undefined,
      },
    },
  } as const;
}

function salaryOf(job: PostingJob) {
  const { salary_min: min, salary_max: max, salary_currency: currency, salary_unit: unit } = job;
  if (job.show_salary !== 1 || !currency || !unit || (min === null && max === null)) return undefined;
  return {
    '@type': 'MonetaryAmount',
    currency,
    value: {
      '@type': 'QuantitativeValue',
      ...(min === max ? { value: min } : { minValue: min ?? undefined, maxValue: max ?? undefined }),
      unitText: unit,
    },
  } as const;
}

/** Returns the closing time. A date without a time means the end of that day (shared/entities/README.md, Job). */
function lastMoment(closesAt: string | null, zone: string) {
  const end = Date.parse(endOf(closesAt, zone) ?? '');
  if (closesAt === null || Number.isNaN(end)) return closesAt ?? undefined;
  return isDate(closesAt) ? new Date(end - 1000).toISOString().replace('.000', '') : closesAt;
}

/** Removes images and videos: search engines do not read them here, and an inline image can have megabytes. */
function withoutMedia(html: string) {
  return html.replace(/<\/?(?:img|iframe)(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/gi, '');
}
