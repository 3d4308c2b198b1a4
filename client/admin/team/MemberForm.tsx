import { useQueryClient } from '@tanstack/react-query';
import { teamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { EntityField, EntityForm, useEntityForm } from '../shared/EntityForm.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import styles from './MemberForm.module.css';
import { PhotoField } from './PhotoField.tsx';
import { memberToEditQuery, teamQuery } from './queries.ts';

interface MemberDialogProps {
  /** The member to change; undefined for a new one. */
  id?: Id;
  onClose: () => void;
}

/** Adds a team member, or changes one. */
export default function MemberDialog({ id, onClose }: MemberDialogProps) {
  const queries = useQueryClient();
  return (
    <EntityDialog
      title={id === undefined ? 'Add team member' : 'Edit team member'}
      call={id === undefined ? 'addTeamMember' : 'updateTeamMember'}
      what="team member"
      query={id === undefined ? undefined : memberToEditQuery(queries, id)}
      size="large"
      onClose={onClose}
    >
      {(member) => <MemberForm member={member} onDone={onClose} />}
    </EntityDialog>
  );
}

function MemberForm({ member, onDone }: { member: TeamMember | undefined; onDone: () => void }) {
  const queries = useQueryClient();
  const state = useEntityForm({
    noun: teamMember,
    row: member,
    schema: teamMemberInputSchema,
    kind: 'team',
    call: member ? 'updateTeamMember' : 'addTeamMember',
    says: { saved: member ? 'team.updated' : 'team.added' },
    read: memberToEditQuery(queries, member?.id ?? 0),
    onDone,
  });
  // The form opens over the list of the team.
  const team = queries.getQueryData(teamQuery().queryKey)?.data ?? [];
  return (
    <EntityForm state={state}>
      <EntityField name="image">{(slot) => <PhotoField {...slot} />}</EntityField>
      <div className={styles.pair}>
        <EntityField name="name" />
        <EntityField name="designation" hint="What they do, such as “Game designer”." />
      </div>
      <EntityField name="department" suggestions={team.map(({ department }) => department)} />
      <EntityField name="bio" hint="Plain text. An empty line starts a new paragraph." rows={6} counter />
      <div className={styles.pair}>
        <EntityField name="linkedin_url" placeholder="https://www.linkedin.com/in/…" />
        <EntityField name="facebook_url" placeholder="https://www.facebook.com/…" />
      </div>
      <EntityField name="is_active" label="Active" hint="Visitors see active members only." />
      {member && <FormTools path={member.is_active === 1 ? pathTo('team') : undefined} />}
    </EntityForm>
  );
}
