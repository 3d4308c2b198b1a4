import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { type TeamMember, teamMember } from '#shared/entities/team-member.ts';
import { pathTo } from '#shared/paths.ts';
import { languageOf } from '#shared/text-direction.ts';
import { wholeQuery } from '../../api/call-query.ts';
import { useOpenForm } from '../../forms/open-form.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/fields/Switch.tsx';
import { ExternalIcon, EyeOffIcon } from '../../ui/icons.tsx';
import { guardedLoader } from '../screens.tsx';
import { useMay } from '../shared/access.tsx';
import { RowTitle, Thumbnail } from '../shared/DataList.tsx';
import { OrderedList } from '../shared/OrderedList.tsx';
import { useListParams } from '../shared/PagedList.tsx';
import { AddRecord, RecordsScreen } from '../shared/RecordsScreen.tsx';
import { switchActive, teamQuery } from './queries.ts';
import styles from './TeamScreen.module.css';

// Loaded lazily, because most visits to this screen do not open the form.
const MemberDialog = lazy(() => import('./MemberForm.tsx'));

export const loader = guardedLoader((queries) => {
  void queries.prefetchQuery(teamQuery());
});

/** The studio's people, as visitors see them on the team page. */
export function Component() {
  const form = useOpenForm();
  return (
    <RecordsScreen noun={teamMember} title="Team" add="Add member" Form={MemberDialog}>
      {/* One card each, in an order that can be changed. */}
      <OrderedList
        params={useListParams()}
        all={teamQuery()}
        what="team"
        one="team member"
        offer="a team"
        label="Team and its order"
        name="Team"
        search={{
          call: 'searchTeam',
          label: 'Search the team',
          placeholder: 'Name, role or department',
          covers: 'names, roles and departments',
          found: (search) => wholeQuery('searchTeam', { query: { search } }),
          counted,
        }}
        empty={{
          title: 'No team members yet',
          text: 'The team page shows people in the order of this list. A photo, a name and a role are enough to start with.',
          action: <AddRecord noun={teamMember}>Add the first member</AddRecord>,
        }}
        placeholder={{ height: '24rem', className: styles.cards }}
        nameOf={({ name }) => name}
        note={({ data: team }, { mayOrder, blocked }) => {
          const hidden = team.filter(({ is_active }) => is_active !== 1).length;
          const count = `${counted(team.length)}${hidden > 0 ? `, ${hidden} hidden` : ''}.`;
          if (team.length === 1 || !mayOrder) return count;
          if (blocked) return `${count} ${blocked}.`;
          return `${count} Visitors see them in this order. Drag them or use the arrows to change it.`;
        }}
        kind="team_member"
        history="team_member"
        layout="grid"
        className={styles.cards}
        line={(member) => <Member member={member} onEdit={() => form.edit(member.id)} />}
        lineClassName={styles.card}
        toolsClassName={styles.tools}
        edit={form.edit}
        // Leads to the team page, because a member has no page of their own.
        also={({ is_active: active }) =>
          active === 1 ? [{ label: 'View on the site', Icon: ExternalIcon, onSelect: viewTeam }] : []
        }
      />
    </RecordsScreen>
  );
}

const counted = (count: number) => (count === 1 ? '1 member' : `${count} members`);

/** The content of a member's card above its buttons. */
function Member({ member, onEdit }: { member: TeamMember; onEdit: () => void }) {
  const { name, designation, department, image } = member;
  const isActive = member.is_active === 1;
  const queries = useQueryClient();
  const may = useMay();
  return (
    <>
      <div className={styles.photo} data-hidden={!isActive || undefined}>
        <Thumbnail src={image} shape="portrait" />
        {!isActive && (
          <span className={styles.hidden}>
            <Badge Icon={EyeOffIcon}>Hidden</Badge>
          </span>
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.text}>
          <RowTitle call="updateTeamMember" className={styles.name} title={name} onOpen={onEdit} />
          {[[designation, styles.designation] as const, [department, styles.department] as const].map(
            ([words, className]) =>
              words && (
                <p
                  key={className}
                  className={classNames('clampedName', className)}
                  dir="auto"
                  lang={languageOf(words)}
                >
                  {words}
                </p>
              ),
          )}
        </div>
        <div className={styles.switch}>
          {may('updateTeamMember') ? (
            <Switch
              label="Active"
              aria-label={`Active: ${name}`}
              checked={isActive}
              onChange={(event) => switchActive(queries, member, event.currentTarget.checked)}
            />
          ) : (
            <span>{isActive ? 'Active' : 'Hidden'}</span>
          )}
        </div>
      </div>
    </>
  );
}

function viewTeam() {
  window.open(pathTo('team'), '_blank', 'noopener');
}
