import { momentOf } from '#shared/dates.ts';
import type { Entity } from '#shared/entities/entity.ts';
import {
  formatClosing,
  formatEmployment,
  formatJobLocation,
  formatPublicSalary,
} from '#shared/job-labels.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import { pathTo } from '#shared/paths.ts';
import { recordPage } from '#shared/record-page.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { summaryText } from '#shared/summary-text.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { publicContent } from '../public-content.ts';
import { xmlDeclaration, xmlElement, xmlText } from './xml.ts';

/** Maximum length of a post's summary in a feed, in characters. */
const summaryLength = 300;
/** Number of posts in the feed. It is large enough that someone who reads the feed once a week misses nothing. */
const feedItems = 50;

interface Feed {
  title: string;
  description: string;
  /** Path of the page that has the same content as the feed. */
  page: string;
  /** Path of the feed itself. */
  self: string;
  items: FeedItem[];
}

interface FeedItem {
  title: string;
  /** Plain text, without markup. */
  description: string;
  /** Path of the item's page, whose URL also identifies the item. */
  path: string;
  published: Date | undefined;
  category?: string;
}

/** Returns the feed of a noun's records, in the order of their public list. `at` are the list and the feed. */
export async function recordsFeed(
  reads: PublicReads,
  { origin, site }: SiteInfo,
  noun: Entity,
  at: Pick<Feed, 'page' | 'self'>,
) {
  const items: FeedItem[] = [];
  for await (const records of publicContent.records(reads, noun, feedItems)) {
    items.push(
      ...records.map((record) => ({
        title: record[noun.title as 'blog_title'],
        description: summaryText(record.description, summaryLength),
        path: recordPage(noun.resource, record.id) ?? at.page,
        published: momentOf(record.created_at),
      })),
    );
  }
  const { name: title, description } = site;
  return rssXml(origin, site.language, { title, description, ...at, items });
}

/**
 * Returns the feed of the open jobs. The description of a job is a line of facts, because lists of jobs do not contain
 * their descriptions.
 */
export async function jobsFeed(reads: PublicReads, { origin, site }: SiteInfo) {
  const words = wordsOf(site.language);
  const now = new Date();
  const items: FeedItem[] = [];
  for await (const jobs of publicContent.openJobs(reads)) {
    items.push(
      ...jobs.map((job) => ({
        title: job.title,
        description: [
          job.department,
          formatJobLocation(job, words),
          formatEmployment(job, words),
          formatPublicSalary(job, words),
          formatClosing(job, now, site.time_zone, words),
        ]
          .filter(Boolean)
          .join(' · '),
        path: pathTo('careersApplyJob', { jobId: job.id }),
        published: momentOf(job.posted_at ?? job.created_at),
        category: job.department,
      })),
    );
  }
  return rssXml(origin, site.language, {
    title: words('feed.jobs', { name: site.name }),
    description: words('feed.jobsText', { name: site.name }),
    page: pathTo('careersApply'),
    self: '/jobs.xml',
    items,
  });
}

/**
 * Returns an RSS 2.0 feed (rssboard.org/rss-specification). It contains a link to itself, as the board's best
 * practices require.
 */
function rssXml(origin: string, language: string, { title, description, page, self, items }: Feed) {
  const newest = Math.max(0, ...items.map(({ published }) => published?.getTime() ?? 0));
  const written = items.map(
    (item) => `<item>
${xmlElement('title', item.title)}
${xmlElement('link', origin + item.path)}
<guid isPermaLink="true">${xmlText(origin + item.path)}</guid>
${xmlElement('description', item.description)}
${xmlElement('category', item.category)}${xmlElement('pubDate', item.published?.toUTCString())}
</item>
`,
  );
  return `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${xmlElement('title', title)}
${xmlElement('link', origin + page)}
${xmlElement('description', description)}
<language>${language}</language>
<atom:link href="${xmlText(origin + self)}" rel="self" type="application/rss+xml"/>
${newest > 0 ? `${xmlElement('lastBuildDate', new Date(newest).toUTCString())}\n` : ''}${written.join('')}</channel>
</rss>
`;
}
