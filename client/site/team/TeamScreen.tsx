import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { team as teamWords } from '#shared/words/en/team.ts';
import { translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { useScript, useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { PointList } from '../Points.tsx';
import { byDepartment, creditedWorkQuery, teamQuery, useCreditedWork, useTeam } from './queries.ts';
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
  const works = useCreditedWork().data ?? {};
  if (team.isPending) return <TeamSkeleton />;
  if (team.isError) {
    return (
      <>
        <PageStatus code={503} />
        <ErrorState
          level={2}
          title={words('team.failed')}
          text={translateError(team.error).message}
          onRetry={() => void team.refetch()}
          busy={team.isFetching}
        />
        <Invitation />
      </>
    );
  }
  const departments = byDepartment(team.data);
  const [first] = departments;
  if (!first) {
    return (
      <>
        <EmptyState
          level={2}
          art={<Pattern seed="no-team" columns={8} rows={4} palette="paper" />}
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
  const script = useScript();
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
        <span {...script(team.invitation.title)}>{team.invitation.title}</span>
        <Link className={styles.more} to={pathTo('careersApply')}>
          {words('team.positions')} <ArrowRightIcon />
        </Link>
      </p>
    </div>
  );
}
