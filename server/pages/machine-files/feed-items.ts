import { momentOf } from '#shared/dates.ts';
import {
  formatClosing,
  formatEmployment,
  formatJobLocation,
  formatPublicSalary,
} from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { summaryText } from '#shared/summary-text.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { RssItem } from './rss-xml.ts';

/** Maximum length of a post's summary in a feed, in characters. */
const summaryLength = 300;

export function postItem(post: Blog, origin: string): RssItem {
  return {
    title: post.blog_title,
    description: summaryText(post.description, summaryLength),
    link: origin + pathTo('viewBlog', { id: post.id }),
    published: momentOf(post.created_at),
  };
}

/**
 * Returns the feed item of a job. Its description is a line of facts, because lists of jobs do not contain their
 * descriptions.
 */
export function jobItem(
  job: ListedJob,
  { origin, site }: Pick<SiteInfo, 'origin' | 'site'>,
  now: Date,
): RssItem {
  const words = wordsOf(site.language);
  const facts = [
    job.department,
    formatJobLocation(job, words),
    formatEmployment(job, words),
    formatPublicSalary(job, words),
    formatClosing(job, now, site.time_zone, words),
  ];
  return {
    title: job.title,
    description: facts.filter(Boolean).join(' · '),
    link: origin + pathTo('careersApplyJob', { jobId: job.id }),
    published: momentOf(job.posted_at ?? job.created_at),
    category: job.department,
  };
}
