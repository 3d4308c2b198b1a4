import type { ReactNode } from 'react';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import styles from './MemberTable.module.css';
import type { MemberActions } from './member-actions.ts';
import { Portrait } from './Portrait.tsx';

interface MemberRowProps extends MemberActions {
  member: TeamMember;
  /** What moves the row. */
  handle: ReactNode;
  deleting: boolean;
}

/** The cells of one member in the table. */
export function MemberRow({ member, handle, deleting, onActive, ...actions }: MemberRowProps) {
  const { name, designation, department, image, is_active: active } = member;
  return (
    <>
      <td className={styles.order}>{handle}</td>
      <td className={styles.member} aria-busy={deleting || undefined}>
        <span className={styles.who} data-hidden={active !== 1 || undefined}>
          <Portrait src={image} shape="round" />
          <span className={styles.words}>
            <button
              type="button"
              className={classNames(layout.clampedName, styles.name)}
              dir="auto"
              lang={languageOf(member.name)}
              onClick={() => actions.onEdit(member)}
            >
              {name}
            </button>
            <span
              className={classNames(layout.clampedName, styles.what)}
              dir="auto"
              lang={languageOf(member.designation)}
            >
              {designation}
            </span>
          </span>
        </span>
      </td>
      <td className={styles.department} dir="auto" lang={languageOf(member.department)}>
        {department}
      </td>
      <td className={styles.active}>
        <ActiveSwitch member={member} onActive={(next) => onActive(member, next)} />
      </td>
      <td className={styles.actions}>
        <MemberMenu member={member} {...actions} />
      </td>
    </>
  );
}
