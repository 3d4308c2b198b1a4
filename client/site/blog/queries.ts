import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Blog } from '#shared/entities/post.ts';
import { summaryText } from '#shared/summary-text.ts';
import { noPage, readIfThere, readQuery } from '../../api/call.ts';

/** The fields of a post that cards show. More would make the state of the page larger. */
export type ListedBlog = ReturnType<typeof listed>;

/** The words of the largest card. */
export const longestExcerpt = 280;

function listed({ id, blog_title, blog_image, picture_details, created_at, description }: Blog) {
  const words = summaryText(description, longestExcerpt, 'sentence');
  return { id, blog_title, blog_image, picture_details, created_at, words };
}

/**
 * One page of active posts, newest first. The page is empty if the API host lacks this call, which is an extension
 * (docs/calls.md).
 */
export function activeBlogsQuery(page: number) {
  return queryOptions({
    queryKey: ['activeBlogs', page],
    queryFn: async ({ client, signal }) => {
      const options = { query: { page }, client, signal };
      const { data, current_page, last_page } = await readIfThere('activeBlogs', options, noPage);
      return { data: data.map(listed), current_page, last_page };
    },
  });
}

/** The newest posts, for pages of other content. */
export function latestBlogsQuery() {
  return queryOptions({
    queryKey: ['activeBlogs', 'latest'],
    // The read inside is retried.
    retry: false,
    queryFn: async ({ client }) => {
      const { data } = await client.fetchQuery(activeBlogsQuery(1));
      return { data: data.slice(0, 4) };
    },
  });
}

export function useLatestBlogs() {
  return useQuery(latestBlogsQuery());
}

/**
 * One post, by the id in the URL. Rejects with `ApiError`; with 404 if there is no post that this visitor may see.
 */
export function singleBlogQuery(id: string) {
  return readQuery(['singlePost', id], 'singlePost', { params: { id } });
}
