import { contract } from '#shared/contract/index.ts';
import type { NewestPost } from '#shared/page-bundle.ts';
import type { ReadAnswer } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';

/**
 * Records the newest post when the list of posts is read. Only the embedded engine's newest post is
 * recorded: the list is read again after each of its changes (`look` of empty-lists.ts). An API host does not notify the site, so a page has its newest post only where it reads the posts.
 */
export function noteNewestPost(isEngine: boolean) {
  let newest: NewestPost | undefined;
  return {
    /** Returns a `ReadHost` that also records the newest post. */
    watch: (read: ReadHost): ReadHost =>
      isEngine
        ? async (wanted) => {
            const answer = await read(wanted);
            const isFirstPage = /^[^?]*(\?page=1)?$/.test(wanted.path);
            if (wanted.row.name === contract.activeBlogs.name && isFirstPage && answer.status === 200)
              newest = firstOf(answer);
            return answer;
          }
        : read,
    /** Returns the newest post, for the footer of every page; undefined if there is none, or if it is not known. */
    post: () => newest,
  };
}

function firstOf({ bytes, body }: ReadAnswer): NewestPost | undefined {
  const answer = bytes ? JSON.parse(bytes.toString()) : body;
  const parsed = contract.activeBlogs.data.safeParse(answer?.data);
  const post = parsed.success ? parsed.data.data[0] : undefined;
  return post && { id: post.id, blog_title: post.blog_title, created_at: post.created_at };
}
