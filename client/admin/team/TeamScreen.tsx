import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { BoardIcon, ListIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { teamQuery } from './queries.ts';
import { TeamList, type TeamView } from './TeamList.tsx';
import styles from './TeamScreen.module.css';

// Most visits of this screen only look.
const MemberForm = lazy(() => import('./MemberForm.tsx'));

const views: { value: TeamView; label: string; Icon: typeof ListIcon }[] = [
  { value: 'cards', label: 'Cards', Icon: BoardIcon },
  { value: 'table', label: 'Table', Icon: ListIcon },
];

export const loader = guardedLoader((queries) => {
  void queries.prefetchQuery(teamQuery());
});

/** The people of the studio, as visitors see them on the team page. */
export function Component() {
  const [view, showView] = useTeamView();
  const [open, setOpen] = useState<{ member?: TeamMember }>();
  const add = () => setOpen({});
  return (
    <>
      <PageTitle>Team</PageTitle>
      <ScreenHeader
        title="Team"
        actions={
          <>
            <SegmentedControl
              className={styles.view}
              label="View"
              hideLabel
              iconsOnly
              value={view}
              options={views}
              onChange={showView}
            />
            <Button onClick={add}>
              <PlusIcon /> Add member
            </Button>
          </>
        }
      />
      <TeamList view={view} onAdd={add} onEdit={(member) => setOpen({ member })} />
      {open && (
        <Suspense fallback={null}>
          <MemberForm member={open.member} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** How the team is shown, as the search params say: `?view=table`; cards without. */
function useTeamView(): [TeamView, (view: TeamView) => void] {
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
