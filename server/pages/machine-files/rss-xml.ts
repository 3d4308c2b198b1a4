import { setImmediate } from 'node:timers/promises';
import type { Language } from '#shared/words/language.ts';
import { xmlDeclaration, xmlElement, xmlText } from './xml.ts';

interface RssChannel {
  language: Language;
  title: string;
  description: string;
  /** URL of the page that has the same content as the feed. */
  link: string;
  /** URL of the feed itself. */
  self: string;
}

export interface RssItem {
  title: string;
  /** Plain text, without markup. */
  description: string;
  /** URL of the item, which also identifies it. */
  link: string;
  published: Date | undefined;
  category?: string;
}

/** Number of items that are written before other work gets its turn on the event loop. */
const batch = 200;

/**
 * Returns an RSS 2.0 feed (rssboard.org/rss-specification). It contains a link to itself, as the board's best
 * practices require.
 */
export async function rssXml(channel: RssChannel, items: readonly RssItem[]): Promise<string> {
  const newest = items.reduce((latest, { published }) => Math.max(latest, published?.getTime() ?? 0), 0);
  let written = '';
  for (let from = 0; from < items.length; from += batch) {
    for (const item of items.slice(from, from + batch)) written += itemXml(item);
    await setImmediate();
  }
  return `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${xmlElement('title', channel.title)}
${xmlElement('link', channel.link)}
${xmlElement('description', channel.description)}
<language>${channel.language}</language>
<atom:link href="${xmlText(channel.self)}" rel="self" type="application/rss+xml"/>
${newest > 0 ? `${xmlElement('lastBuildDate', new Date(newest).toUTCString())}\n` : ''}${written}</channel>
</rss>
`;
}

function itemXml({ title, description, link, published, category }: RssItem): string {
  return `<item>
${xmlElement('title', title)}
${xmlElement('link', link)}
<guid isPermaLink="true">${xmlText(link)}</guid>
${xmlElement('description', description)}
${xmlElement('category', category)}${xmlElement('pubDate', published?.toUTCString())}
</item>
`;
}
