import type { QueryClient } from '@tanstack/react-query';

/** Marks what shows the team as old, here and on the site; what is on the screen is asked for again at once. */
export function refreshTeam(queries: QueryClient): void {
  for (const call of ['getTeam', 'team']) {
    queries.invalidateQueries({ queryKey: [call] }).catch(() => {
      // A failed reload is the list's own to show.
    });
  }
}
