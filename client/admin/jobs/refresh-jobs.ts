import type { QueryClient } from '@tanstack/react-query';

/** Every read that shows jobs, by the name of its call: this screen's list, the public list, the posting. */
const readsOfJobs = ['getJobs', 'jobs', 'singleJob'];

/** Marks what shows jobs as old; what is on the screen is asked for again at once. */
export function refreshJobs(queries: QueryClient): void {
  for (const call of readsOfJobs) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
