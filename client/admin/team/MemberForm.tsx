import { useQueryClient } from '@tanstack/react-query';
import { teamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { EntityField } from '../shared/EntityForm.tsx';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
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
  // The form opens over the list of the team.
  const team = queries.getQueryData(teamQuery().queryKey)?.data ?? [];
  return (
    <RecordDialog
      id={id}
      noun={teamMember}
      schema={teamMemberInputSchema}
      kind="team"
      what="team member"
      size="large"
      calls={['addTeamMember', 'updateTeamMember']}
      query={(member) => memberToEditQuery(queries, member)}
      options={(member) => ({ says: { saved: member ? 'team.updated' : 'team.added' } })}
      onClose={onClose}
    >
      {(member) => (
        <>
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
        </>
      )}
    </RecordDialog>
  );
}
