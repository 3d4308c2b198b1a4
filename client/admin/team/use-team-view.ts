import { useSearchParams } from 'react-router-dom';

export type TeamView = 'cards' | 'table';

/** How the team is shown, as the address holds it: `?view=table`; cards without. */
export function useTeamView(): [TeamView, (view: TeamView) => void] {
  const [search, setSearch] = useSearchParams();
  const show = (view: TeamView) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (view === 'table') next.set('view', view);
        else next.delete('view');
        return next;
      },
      { replace: true },
    );
  return [search.get('view') === 'table' ? 'table' : 'cards', show];
}
