import { lazy, Suspense, useState } from 'react';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { BoardIcon, ListIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { TeamList } from './TeamList.tsx';
import styles from './TeamScreen.module.css';
import { teamQuery } from './team.ts';
import { type TeamView, useTeamView } from './use-team-view.ts';

// Most visits of this screen only look.
const MemberDialog = lazy(() => import('./MemberDialog.tsx'));

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
          <MemberDialog member={open.member} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
