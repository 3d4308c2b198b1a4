import type { QueryClient } from '@tanstack/react-query';
import type { NewestPost } from '#shared/page-bundle.ts';
import type { Site } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { formatBlogDate } from '../../../site/blog/BlogDate.tsx';
import { activeBlogsQuery } from '../../../site/blog/queries.ts';
import type { ShownPost } from './navigation.ts';

/**
 * Returns the newest post as the footer shows it; undefined if none is known, or if the company does not show its
 * posts on the home page. Only the server imports this file: the browser needs neither the date's words nor the posts.
 * @param known The newest post, if it is known without a read. Otherwise it is that of the posts that the page has read.
 */
export function shownPost(
  known: NewestPost | undefined,
  queries: QueryClient,
  { pages, language }: Site,
): ShownPost | undefined {
  const post = known ?? queries.getQueryData(activeBlogsQuery(1).queryKey)?.data[0];
  if (!post || !pages.home.latest_posts) return undefined;
  const { id, blog_title: title, created_at } = post;
  const words = wordsOf(language);
  const own = pages.home.latest_posts.title;
  // The company's own words for its posts suit one post too, the product's do not.
  const heading = own === words('default.latestPosts') ? words('default.latestPost') : own;
  const date = formatBlogDate(created_at, language);
  return { id, title, heading, day: date && [date.text, date.year].filter(Boolean).join(' ') };
}
