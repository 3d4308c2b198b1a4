import type { QueryClient } from '@tanstack/react-query';

/** Every read that shows posts, by the name of its call: the admin's list, the public list, the post's own page. */
const readsOfBlogs = ['blogs', 'activeBlogs', 'singlePost'];

/** Marks what shows posts as old; what is on the screen is asked for again at once. */
export function refreshBlogs(queries: QueryClient): void {
  for (const call of readsOfBlogs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
