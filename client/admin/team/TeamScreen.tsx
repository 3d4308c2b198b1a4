import { lazy, Suspense, useState } from 'react';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { ApiError } from '../../api/api-error.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { BoardIcon, ListIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { FormForRole } from '../shared/RoleRefused.tsx';
import { teamQuery, useFirstOfTeam, useTeam } from './queries.ts';
import { TeamList, type TeamView } from './TeamList.tsx';
import styles from './TeamScreen.module.css';

// Loaded lazily, because most visits to this screen do not open the form.
const MemberForm = lazy(() => import('./MemberForm.tsx'));

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
            <MemberForm onClose={form.close} />
          </FormForRole>
        )}
        {edited !== undefined && (
          <FormForRole call="updateTeamMember" onClose={form.close}>
            <EditMember key={edited} id={edited} onClose={form.close} />
          </FormForRole>
        )}
      </Suspense>
    </>
  );
}

/** Edits a member of the list. The form retains the values from when it was opened, even if the list is refetched. */
function EditMember({ id, onClose }: { id: Id; onClose: () => void }) {
  const team = useTeam();
  const first = useFirstOfTeam();
  const found = (team.data ?? first)?.data.find((each) => each.id === id);
  const [member, setMember] = useState(found);
  if (!member && found) setMember(found);
  if (member) return <MemberForm member={member} onClose={onClose} />;
  const gone = team.data && new ApiError('team.notFound', 404, { message: textOf('team.notFound') });
  return (
    <EntityDialog
      title="Edit team member"
      what="team member"
      query={{ ...team, data: undefined, error: gone ?? team.error }}
      submitLabel="Save changes"
      onClose={onClose}
    >
      {() => null}
    </EntityDialog>
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
