import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { team as teamWords } from '#shared/words/en/team.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { EmptyList, FailedRead } from '../PageStates.tsx';
import { PointList } from '../Points.tsx';
import { byDepartment, creditedWorkQuery, teamQuery, useTeam } from './queries.ts';
import { TeamMembers, TeamSkeleton } from './TeamMembers.tsx';
import styles from './TeamScreen.module.css';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.main(teamQuery()), reads.side(creditedWorkQuery())]);

/**
 * /team: all active members, in the order set by the company, each with the works that name them, and who the company
 * is.
 */
export function Component() {
  const { head, points } = useSite().pages.team;
  return (
    <div className={classNames('page', styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('team')} />
      <PageIntro head={head} />
      <Team />
      {points && <PointList id="who" points={points} />}
    </div>
  );
}

function Team() {
  const words = useWords(teamWords);
  const team = useTeam();
  const works = useQuery(creditedWorkQuery()).data ?? {};
  if (team.isPending) return <TeamSkeleton />;
  if (team.isError) {
    return (
      <>
        <FailedRead level={2} title={words('team.failed')} query={team} />
        <Invitation />
      </>
    );
  }
  const departments = byDepartment(team.data);
  const [first] = departments;
  if (!first) {
    return (
      <>
        <EmptyList
          level={2}
          seed="no-team"
          title={words('team.none')}
          text={words('team.noneText')}
          action={<Link to={pathTo('contact')}>{words('team.contact')}</Link>}
        />
        <Invitation />
      </>
    );
  }
  const isOneList = first.name === '';
  const peopleBefore = (index: number) =>
    departments.slice(0, index).reduce((sum, { members }) => sum + members.length, 0);
  return (
    <>
      <div className={styles.team}>
        {departments.map((department, index) => (
          <TeamMembers
            key={department.name ?? ''}
            department={department}
            before={peopleBefore(index)}
            works={works}
            end={isOneList && <Invitation after={department.members.length} />}
          />
        ))}
      </div>
      {!isOneList && <Invitation />}
    </>
  );
}

/**
 * The invitation to join. After people it fills the cells that their last row leaves free, of four columns or of two;
 * else it is a line as wide as the page.
 */
function Invitation({ after = 0 }: { after?: number }) {
  const words = useWords(teamWords);
  const { team, jobs } = useSite().pages;
  if (!team.invitation || jobs.off) return null;
  // A person who is alone takes the whole row.
  const cells = after === 1 ? 0 : after;
  const free = (4 - (cells % 4)) % 4;
  return (
    <div
      className={classNames(styles.invitation, free > 0 && styles.tile)}
      data-free={free}
      data-odd={cells % 2 === 1 || undefined}
    >
      <p className={styles.invitationWords}>
        <WrittenText as="span">{team.invitation.title}</WrittenText>
        <Link className={styles.more} to={pathTo('careersApply')}>
          {words('team.positions')} <ArrowRightIcon />
        </Link>
      </p>
    </div>
  );
}
