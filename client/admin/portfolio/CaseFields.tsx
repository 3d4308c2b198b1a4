import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId } from 'react';
import { Controller } from 'react-hook-form';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { limits } from '#shared/limits.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../api/call.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import { LinesField, type LinesFieldState } from './LinesField.tsx';
import styles from './ProjectFields.module.css';
import type { ProjectFormState } from './project-form.ts';

/** The facts of a project, all optional. Renders nothing if the host does not accept them. */
export function CaseFields({ state }: { state: ProjectFormState }) {
  return useHostSupportsVersions() ? <Fields state={state} /> : null;
}

function Fields({ state: { form, busy } }: { state: ProjectFormState }) {
  const bind = bindFields(form, busy);
  const text = { dir: 'auto', autoComplete: 'off' } as const;
  const lines = (name: 'figures' | 'credits', Lines: ComponentType<LinesFieldState>) => (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ref } }) => (
        <Lines
          value={value}
          onChange={onChange}
          busy={busy}
          error={form.formState.errors[name]?.message}
          ref={ref}
        />
      )}
    />
  );
  return (
    <FormSection title="Facts of the project (optional)">
      <div className={styles.position}>
        <TextField {...text} label="Client" maxLength={limits.client} {...bind('client')} />
        <TextField label="Year" inputMode="numeric" maxLength={4} autoComplete="off" {...bind('year')} />
      </div>
      <TextField
        {...text}
        label="Services"
        hint={`One on each line, at most ${limits.services}.`}
        multiline
        rows={3}
        {...bind('services')}
      />
      <TextField
        {...text}
        label="Result"
        hint="In one line, e.g. Watched by 2.1 million people in a month"
        maxLength={limits.result}
        counter
        {...bind('result')}
      />
      {lines('figures', FiguresField)}
      <TextField
        {...text}
        label="Client quote"
        hint="In their own words, without quotation marks."
        multiline
        rows={3}
        maxLength={limits.quote}
        counter
        {...bind('quote')}
      />
      <TextField
        {...text}
        label="Quote by"
        hint="Name and role, e.g. Sana Gul, head of programmes"
        maxLength={limits.quoteBy}
        {...bind('quote_by')}
      />
      {lines('credits', CreditsField)}
    </FormSection>
  );
}

function FiguresField(state: LinesFieldState) {
  return (
    <LinesField
      {...state}
      name="figures"
      label="Figures"
      itemName="figure"
      add="Add a figure"
      rules={figureLines}
      parts={[{ label: 'Value' }, { label: 'Label' }]}
    />
  );
}

/**
 * The people who worked on a project. A name is typed or chosen from the team; the name of a team member becomes a link
 * on the page of the project.
 */
function CreditsField(state: LinesFieldState) {
  const names = useId();
  const team = useShownTeam();
  /** Returns the id of the team member of this name. */
  const idOf = (name: string) => String(team.find((each) => each.name === name.trim())?.id ?? '');
  return (
    <>
      <LinesField
        {...state}
        name="credits"
        label="Credits"
        itemName="person"
        add="Add a person"
        rules={creditLines}
        parts={[
          {
            label: 'Name',
            hint: ([, , id]) => (id ? 'Links to the team page.' : undefined),
            list: names,
            change: ([, role = ''], name) => [name, role, idOf(name)],
          },
          { label: 'Role (optional)' },
        ]}
      />
      <datalist id={names}>
        {team.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The members on the team page. Empty until they are read, and if the host has no team. */
function useShownTeam(): readonly TeamMember[] {
  const { data } = useQuery({
    queryKey: ['team', 'of the form of a project'],
    queryFn: ({ signal }) => readApi('team', { signal, background: true }),
    retry: false,
  });
  return data?.data ?? [];
}
