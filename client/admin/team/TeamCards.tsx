import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EyeOffIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { SortableList } from '../../ui/SortableList.tsx';
import { RowTitle } from '../shared/RowTitle.tsx';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import { ActiveSwitch, MemberMenu, type MemberViewProps, type TeamViewProps } from './MemberActions.tsx';
import styles from './TeamCards.module.css';

/** The team as visitors see it, one card per member. */
export function TeamCards({ order, deletingId, ...actions }: TeamViewProps) {
  return (
    <SortableList
      {...order}
      layout="grid"
      className={styles.cards ?? ''}
      renderItem={(member, handle) => (
        <MemberCard member={member} handle={handle} deleting={deletingId === member.id} {...actions} />
      )}
    />
  );
}

function MemberCard({ member, handle, deleting, onActive, ...actions }: MemberViewProps) {
  const { name, designation, department, image, is_active: active } = member;
  return (
    <article
      className={styles.card}
      data-hidden={active !== 1 || undefined}
      aria-busy={deleting || undefined}
    >
      <div className={styles.photo}>
        <Thumbnail src={image} shape="portrait" />
        {active !== 1 && (
          <span className={styles.hidden}>
            <Badge Icon={EyeOffIcon}>Hidden</Badge>
          </span>
        )}
      </div>
      <div className={styles.text}>
        <RowTitle
          call="updateTeamMember"
          className={styles.name}
          title={name}
          onOpen={() => actions.onEdit(member)}
        />
        <p
          className={classNames(layout.clampedName, styles.designation)}
          dir="auto"
          lang={languageOf(designation)}
        >
          {designation}
        </p>
        {department && (
          <p
            className={classNames(layout.clampedName, styles.department)}
            dir="auto"
            lang={languageOf(department)}
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
