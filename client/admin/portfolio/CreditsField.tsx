import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { creditLines } from '#shared/entities/case-fields.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { readApi } from '../../api/call.ts';
import { LinesField, type LinesFieldState } from './LinesField.tsx';

/**
 * The people who worked on a project. A name is typed or chosen from the team; the name of a team member becomes a link
 * on the page of the project.
 */
export function CreditsField(state: LinesFieldState) {
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
