import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { SortableList } from '../../ui/SortableList.tsx';
import { Table } from '../../ui/Table.tsx';
import { RowTitle } from '../shared/RowTitle.tsx';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import { ActiveSwitch, MemberMenu, type MemberViewProps, type TeamViewProps } from './MemberActions.tsx';
import styles from './TeamTable.module.css';

/** The team as a table, which fits more members on the screen than the cards. */
export function TeamTable({ order, deletingId, ...actions }: TeamViewProps) {
  return (
    <Table label="Team" className={styles.table}>
      <thead>
        <tr>
          {!order.fixed && <th scope="col">Order</th>}
          <th scope="col">Member</th>
          <th scope="col">Department</th>
          <th scope="col">Shown on the site</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <SortableList
        {...order}
        as="tbody"
        renderItem={(member, handle) => (
          <MemberCells member={member} handle={handle} deleting={deletingId === member.id} {...actions} />
        )}
      />
    </Table>
  );
}

function MemberCells({ member, handle, deleting, onActive, ...actions }: MemberViewProps) {
  const { name, designation, department, image, is_active: active } = member;
  return (
    <>
      {handle && <td className={styles.order}>{handle}</td>}
      <td className={styles.member} aria-busy={deleting || undefined}>
        <span className={styles.person} data-hidden={active !== 1 || undefined}>
          <Thumbnail src={image} shape="round" />
          <span className={styles.text}>
            <RowTitle
              call="updateTeamMember"
              className={styles.name}
              title={name}
              onOpen={() => actions.onEdit(member)}
            />
            <span
              className={classNames(layout.clampedName, styles.designation)}
              dir="auto"
              lang={languageOf(designation)}
            >
              {designation}
            </span>
          </span>
        </span>
      </td>
      <td className={styles.department} dir="auto" lang={languageOf(department)}>
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
