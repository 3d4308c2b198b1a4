import type { ReactNode } from 'react';
import type { Person } from '#shared/schemas/person.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatAge, formatLocalDay } from '../../ui/dates.ts';
import { EditIcon, KeyIcon, MailIcon, TrashIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { roleLabels } from './labels.ts';
import styles from './PeopleScreen.module.css';

interface PeopleTableProps {
  people: readonly Person[];
  /** True while the rows of the previous page stay on the screen because another page is loading. */
  stale: boolean;
  onRole: (person: Person) => void;
  onResend: (person: Person) => void;
  onFree: (person: Person) => void;
  onRemove: (person: Person) => void;
}

/** Table of the people who may sign in, with their roles and when each was last active. */
export function PeopleTable({ people, stale, onRole, onResend, onFree, onRemove }: PeopleTableProps) {
  const actionsFor = (person: Person): MenuItem[] => {
    const change = { label: 'Change role', Icon: EditIcon, onSelect: () => onRole(person) };
    // In the row of the signed-in admin, only the role can be changed. Ending this admin's access takes another
    // owner, and the second step is changed on the account page.
    if (person.is_you) return [change];
    const isInvited = person.state === 'invited';
    return [
      change,
      ...(isInvited
        ? [{ label: 'Send the invitation again', Icon: MailIcon, onSelect: () => onResend(person) }]
        : []),
      ...(person.has_second_step
        ? [{ label: 'Remove the second step', Icon: KeyIcon, onSelect: () => onFree(person) }]
        : []),
      {
        label: isInvited ? 'Revoke the invitation' : 'Remove',
        Icon: TrashIcon,
        danger: true,
        onSelect: () => onRemove(person),
      },
    ];
  };
  return (
    <PeopleFrame busy={stale}>
      {people.map((person) => (
        <tr key={person.id}>
          <td>
            <span className={styles.who}>
              <bdi lang={languageOf(person.name)}>{person.name}</bdi>
              {person.is_you && <Badge tone="success">You</Badge>}
              {person.state === 'invited' && <Badge tone="signal">Invited</Badge>}
              {person.has_second_step && <Badge>Second step</Badge>}
            </span>
            <span className={styles.email}>{person.email}</span>
            <span className={styles.onPhones}>{roleLabels[person.role].label}</span>
            <span className={styles.onPhones}>
              {person.state === 'active' && 'Last sign-in: '}
              {lastSeen(person)}
            </span>
          </td>
          <td className={styles.wide}>{roleLabels[person.role].label}</td>
          <td className={styles.wide}>{lastSeen(person)}</td>
          <td>
            <Menu label={`Actions for ${person.name}`} items={actionsFor(person)} />
          </td>
        </tr>
      ))}
    </PeopleFrame>
  );
}

function lastSeen({ state, last_sign_in_at: last, invite_ends_at: end }: Person): string {
  if (state === 'active') return last ? formatAge(last) : 'Never';
  const works = end !== null && Date.parse(end) > Date.now();
  return works ? `Invitation until ${formatLocalDay(end)}` : 'The invitation is over';
}

/** Placeholder rows, as high as real ones. */
export function PeopleTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the people…</VisuallyHidden>
      <PeopleFrame busy>
        {['38%', '61%', '47%'].map((width) => (
          <tr key={width}>
            <td>
              <Skeleton width={width} />
              <Skeleton width="12rem" />
            </td>
            <td className={styles.wide}>
              <Skeleton width="5rem" />
            </td>
            <td className={styles.wide}>
              <Skeleton width="6rem" />
            </td>
            <td>
              <Skeleton width="2.5rem" height="2.5rem" />
            </td>
          </tr>
        ))}
      </PeopleFrame>
    </>
  );
}

function PeopleFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Table label="People" aria-busy={busy || undefined} className={busy ? styles.busy : undefined}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={styles.wide}>
            Role
          </th>
          <th scope="col" className={styles.wide}>
            Last sign-in
          </th>
          <th scope="col" className={styles.actionsHead}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}
