import { lazy, Suspense } from 'react';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { teamQuery } from './queries.ts';
import { TeamList } from './TeamList.tsx';

// Loaded lazily, because most visits to this screen do not open the form.
const MemberDialog = lazy(() => import('./MemberForm.tsx'));

export const loader = guardedLoader((queries) => {
  void queries.prefetchQuery(teamQuery());
});

/** The studio's people, as visitors see them on the team page. */
export function Component() {
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const add = () => form.show('new');
  return (
    <>
      <ScreenHeader
        title="Team"
        actions={
          <AddButton call="addTeamMember" onClick={add}>
            Add member
          </AddButton>
        }
      />
      <TeamList onAdd={add} onEdit={({ id }) => form.edit(id)} />
      <Suspense fallback={null}>
        {(form.open === 'new' || edited !== undefined) && (
          <MemberDialog key={form.open} id={edited} onClose={form.close} />
        )}
      </Suspense>
    </>
  );
}
