import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { type Credit, creditsText, readCredits } from '#shared/credits.ts';
import { limits } from '#shared/limits.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../api/call.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Items } from '../shared/Items.tsx';
import styles from './ProjectFields.module.css';

interface CreditsFieldProps {
  /** The credits as the form sends them. */
  value: string;
  onChange: (value: string) => void;
  busy: boolean;
  error: string | undefined;
  ref?: Ref<HTMLInputElement | HTMLTextAreaElement>;
}

/**
 * The people who worked on a project. A name is typed or chosen from the team; the name of a team member becomes a link
 * on the page of the project.
 */
export function CreditsField({ value, onChange, busy, error, ref }: CreditsFieldProps) {
  const names = useId();
  const team = useShownTeam();
  // The rows as typed, because the text of the form has no half-typed blanks and no empty rows. Another text than that
  // of the rows comes from a draft or from the stored project.
  const [typed, setTyped] = useState(() => ({ text: value, rows: readCredits(value) }));
  const rows = typed.text === value ? typed.rows : readCredits(value);
  const change = (next: Credit[]) => {
    const text = creditsText(next);
    setTyped({ text, rows: next });
    onChange(text);
  };
  const nameless = Math.max(
    0,
    rows.findIndex(({ name }) => name.trim() === ''),
  );
  return (
    <>
      <Items<Credit>
        label="Credits"
        itemName="person"
        titleOf={({ name }) => name}
        items={rows}
        onChange={change}
        starts={[{ label: 'Add a person', create: () => ({ name: '', role: '' }) }]}
        max={limits.credits}
        error={error}
        busy={busy}
        path="credits"
      >
        {(credit, index, replace) => (
          <div className={styles.position}>
            <TextField
              ref={index === nameless ? ref : undefined}
              name={`credits.${index}.name`}
              label="Name"
              hint={credit.member === undefined ? undefined : 'Links to the team page.'}
              list={names}
              dir="auto"
              autoComplete="off"
              maxLength={limits.creditName}
              readOnly={busy}
              value={credit.name}
              onChange={(event) => replace(named(credit, withoutTabs(event.currentTarget.value), team))}
            />
            <TextField
              name={`credits.${index}.role`}
              label="Role (optional)"
              dir="auto"
              autoComplete="off"
              maxLength={limits.creditRole}
              readOnly={busy}
              value={credit.role}
              onChange={(event) => replace({ ...credit, role: withoutTabs(event.currentTarget.value) })}
            />
          </div>
        )}
      </Items>
      <datalist id={names}>
        {team.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Returns the credit with another name, and with the id of the team member of this name. */
function named({ role }: Credit, name: string, team: readonly TeamMember[]): Credit {
  const member = team.find((each) => each.name === name.trim());
  return { role, name, member: member?.id };
}

/** Tabs separate the parts of a credit. */
function withoutTabs(text: string): string {
  return text.replaceAll('\t', ' ');
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
