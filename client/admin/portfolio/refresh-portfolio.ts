import type { QueryClient } from '@tanstack/react-query';

/** Every read that shows categories or projects, by the name of its call. A category tells how many projects it has. */
const readsOfPortfolio = [
  'getProjectCategory',
  'getSingleCategory',
  'getCategoryByTitle',
  'getProjects',
  'getSingleProject',
];

/** Marks what shows the portfolio as old; what is on the screen is asked for again at once. */
export function refreshPortfolio(queries: QueryClient): void {
  for (const call of readsOfPortfolio) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
