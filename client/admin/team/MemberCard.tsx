import type { ReactNode } from 'react';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EyeOffIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import styles from './MemberCard.module.css';
import { MemberMenu } from './MemberMenu.tsx';
import type { MemberActions } from './member-actions.ts';
import { Portrait } from './Portrait.tsx';

interface MemberCardProps extends MemberActions {
  member: TeamMember;
  /** What moves the card. */
  handle: ReactNode;
  deleting: boolean;
}

/** Somebody as the team page shows them, with what can be done. */
export function MemberCard({ member, handle, deleting, onActive, ...actions }: MemberCardProps) {
  const { name, designation, department, image, is_active: active } = member;
  return (
    <article
      className={styles.card}
      data-hidden={active !== 1 || undefined}
      aria-busy={deleting || undefined}
    >
      <div className={styles.photo}>
        <Portrait src={image} shape="card" />
        {active !== 1 && (
          <span className={styles.hidden}>
            <Badge Icon={EyeOffIcon}>Hidden</Badge>
          </span>
        )}
      </div>
      <div className={styles.words}>
        <button
          type="button"
          className={classNames(layout.clampedName, styles.name)}
          dir="auto"
          lang={languageOf(member.name)}
          onClick={() => actions.onEdit(member)}
        >
          {name}
        </button>
        <p
          className={classNames(layout.clampedName, styles.what)}
          dir="auto"
          lang={languageOf(member.designation)}
        >
          {designation}
        </p>
        {department && (
          <p
            className={classNames(layout.clampedName, styles.department)}
            dir="auto"
            lang={languageOf(member.department)}
          >
            {department}
          </p>
        )}
      </div>
      <div className={styles.switch}>
        <ActiveSwitch member={member} onActive={(next) => onActive(member, next)} />
      </div>
      <div className={styles.tools}>
        {handle}
        <MemberMenu member={member} {...actions} />
      </div>
    </article>
  );
}
