import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { creditLines, figureLines } from '#shared/entities/case-fields.ts';
import { limits } from '#shared/limits.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../api/call.ts';
import { EntityField, type FieldSlot } from '../shared/EntityForm.tsx';
import { FormSection } from '../shared/FormSection.tsx';
import { useHostSupportsVersions } from '../shared/version-support.ts';
import { LinesField } from './LinesField.tsx';
import styles from './ProjectFields.module.css';

/** The facts of a project, all optional. Renders nothing if the host does not accept them. */
export function CaseFields() {
  if (!useHostSupportsVersions()) return null;
  return (
    <FormSection title="Facts of the project (optional)">
      <div className={styles.position}>
        <EntityField name="client" />
        <EntityField name="year" maxLength={4} />
      </div>
      <EntityField name="services" hint={`One on each line, at most ${limits.services}.`} />
      <EntityField name="result" hint="In one line, e.g. Watched by 2.1 million people in a month" counter />
      <EntityField name="figures">{(slot) => <FiguresField {...slot} />}</EntityField>
      <EntityField name="quote" hint="In their own words, without quotation marks." counter />
      <EntityField name="quote_by" hint="Name and role, e.g. Sana Gul, head of programmes" />
      <EntityField name="credits">{(slot) => <CreditsField {...slot} />}</EntityField>
    </FormSection>
  );
}

function FiguresField(state: FieldSlot) {
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
function CreditsField(state: FieldSlot) {
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
