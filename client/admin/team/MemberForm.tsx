import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { textOf } from '#shared/desk-messages.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { entityFormOptions, entityRules, storedEntity } from '../shared/entity-form.ts';
import { FormTools } from '../shared/publish/FormTools.tsx';
import { ViewOnSite } from '../shared/publish/ViewOnSite.tsx';
import { Versions } from '../shared/versions/Versions.tsx';
import styles from './MemberForm.module.css';
import { type MemberValues, memberForm } from './member-form-data.ts';
import { PhotoField } from './PhotoField.tsx';
import { refreshTeam, teamQuery } from './queries.ts';

interface MemberFormProps {
  /** The member to change; undefined for a new one. */
  member?: TeamMember;
  onClose: () => void;
}

/** Adds a team member, or changes one. */
export default function MemberForm({ member, onClose }: MemberFormProps) {
  const queries = useQueryClient();
  const state = useMemberForm(member, onClose);
  return (
    <FormDialog
      title={member ? 'Edit team member' : 'Add team member'}
      submitLabel={member ? 'Save changes' : 'Create'}
      busyLabel={textOf(member ? 'busy.editing' : 'busy.creating')}
      state={state}
      onClose={onClose}
    >
      <MemberFields state={state} storedPhoto={member?.image ?? undefined} />
      {member && (
        <FormTools>
          <Versions
            resource="team_member"
            id={member.id}
            state={state}
            refresh={() => refreshTeam(queries)}
          />
          {member.is_active === 1 && <ViewOnSite path={pathTo('team')} />}
        </FormTools>
      )}
    </FormDialog>
  );
}

interface MemberFieldsProps {
  state: MemberFormState;
  storedPhoto: string | undefined;
}

function MemberFields({ state: { form, busy }, storedPhoto }: MemberFieldsProps) {
  const { errors } = form.formState;
  const bind = bindFields(form, busy);
  const list = useId();
  const departments = useDepartments();
  return (
    <>
      <Controller
        control={form.control}
        name="image"
        render={({ field }) => (
          <PhotoField
            file={field.value}
            onChange={field.onChange}
            onProblem={(problem) => form.setError('image', { type: 'file', message: problem })}
            storedPhoto={storedPhoto}
            disabled={busy}
            error={errors.image?.message}
            ref={field.ref}
          />
        )}
      />
      <div className={styles.pair}>
        <TextField label="Name" dir="auto" maxLength={limits.line} autoComplete="off" {...bind('name')} />
        <TextField
          label="Designation"
          hint="What they do, such as “Game designer”."
          dir="auto"
          maxLength={limits.line}
          autoComplete="off"
          {...bind('designation')}
        />
      </div>
      <TextField
        label="Department (optional)"
        dir="auto"
        maxLength={limits.line}
        autoComplete="off"
        list={list}
        {...bind('department')}
      />
      <datalist id={list}>
        {departments.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="Bio (optional)"
        hint="Plain text. An empty line starts a new paragraph."
        multiline
        rows={6}
        dir="auto"
        maxLength={limits.bio}
        counter
        {...bind('bio')}
      />
      <div className={styles.pair}>
        <TextField
          label="LinkedIn (optional)"
          type="url"
          inputMode="url"
          placeholder="https://www.linkedin.com/in/…"
          maxLength={limits.url}
          autoComplete="off"
          {...bind('linkedin_url')}
        />
        <TextField
          label="Facebook (optional)"
          type="url"
          inputMode="url"
          placeholder="https://www.facebook.com/…"
          maxLength={limits.url}
          autoComplete="off"
          {...bind('facebook_url')}
        />
      </div>
      <Switch label="Active" hint="Visitors see active members only." {...bind('is_active')} />
    </>
  );
}

/**
 * Returns the departments of all members as suggestions. They are read from the cache: the form opens over the team's
 * list, so the list has already been loaded.
 */
function useDepartments(): string[] {
  const team = useQueryClient().getQueryData(teamQuery().queryKey)?.data ?? [];
  const names = team.flatMap(({ department }) => (department ? [department] : []));
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

/** State and actions of the form of one team member. Without `member`, the form adds a new one. */
function useMemberForm(member: TeamMember | undefined, onDone: () => void) {
  const queries = useQueryClient();
  return useResourceForm<MemberValues>({
    ...entityFormOptions(teamMember, member, entityRules(teamMember.fields, teamMemberInputSchema)),
    save: (values, { signal, onUpload, version }) => {
      const sent = { body: memberForm(values, version), signal, onUpload };
      return member
        ? callApi('updateTeamMember', { params: { id: member.id }, ...sent })
        : callApi('addTeamMember', sent);
    },
    onSaved: () => {
      refreshTeam(queries);
      notify.success(textOf(member ? 'team.updated' : 'team.added'));
      onDone();
    },
    ...(member && {
      reload: async () => {
        // There is no call that reads a single member, so the whole team is fetched.
        const { data: team } = await queries.fetchQuery({ ...teamQuery(), staleTime: 0 });
        const newest = team.find(({ id }) => id === member.id);
        if (!newest) throw new ApiError('team.notFound', 404);
        return storedEntity(teamMember.fields, newest);
      },
    }),
  });
}

type MemberFormState = ReturnType<typeof useMemberForm>;
