import { lazy, Suspense } from 'react';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { BoardIcon, ListIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { FormForRole } from '../shared/RoleRefused.tsx';
import { teamQuery } from './queries.ts';
import { TeamList, type TeamView } from './TeamList.tsx';
import styles from './TeamScreen.module.css';

// Loaded lazily, because most visits to this screen do not open the form.
const MemberDialog = lazy(() => import('./MemberForm.tsx'));

const views: { value: TeamView; label: string; Icon: typeof ListIcon }[] = [
  { value: 'cards', label: 'Cards', Icon: BoardIcon },
  { value: 'table', label: 'Table', Icon: ListIcon },
];

export const loader = guardedLoader((queries) => {
  void queries.prefetchQuery(teamQuery());
});

/** The studio's people, as visitors see them on the team page. */
export function Component() {
  const [view, showView] = useTeamView();
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const add = () => form.show('new');
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
            <AddButton call="addTeamMember" onClick={add}>
              Add member
            </AddButton>
          </>
        }
      />
      <TeamList view={view} onAdd={add} onEdit={({ id }) => form.edit(id)} />
      <Suspense fallback={null}>
        {form.open === 'new' && (
          <FormForRole call="addTeamMember" onClose={form.close}>
            <MemberDialog onClose={form.close} />
          </FormForRole>
        )}
        {edited !== undefined && (
          <FormForRole call="updateTeamMember" onClose={form.close}>
            <MemberDialog key={edited} id={edited} onClose={form.close} />
          </FormForRole>
        )}
      </Suspense>
    </>
  );
}

/**
 * Returns the view of the team in the search params (`?view=table`, otherwise cards), and a function that changes it.
 */
function useTeamView(): [TeamView, (view: TeamView) => void] {
  const [search, setSearch] = useNewestSearchParams();
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
