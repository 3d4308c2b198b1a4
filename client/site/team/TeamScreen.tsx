import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { memberAnchor } from '#shared/credits.ts';
import type { TeamMember } from '#shared/entities/team-member.ts';
import { pathTo } from '#shared/paths.ts';
import { isWebAddress } from '#shared/text-formats.ts';
import { team, team as teamWords } from '#shared/words/en/team.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { namedWidths } from '../../ui/breakpoints.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowRightIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { useHasArtwork } from '../../ui/Pattern.tsx';
import { widthsBeside } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { EmptyList, FailedRead, LoadingList } from '../PageStates.tsx';
import { PointList } from '../Points.tsx';
import { useLinkedTo } from '../use-linked-to.ts';
import { type CreditedWork, creditedWorkQuery, teamQuery, useTeam } from './queries.ts';
import memberStyles from './TeamMembers.module.css';
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
      <PageIntro head={head} path={pathTo('team')} />
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

/** Number of photos that a wide screen can show before a person scrolls. */
const firstPhotos = 3;

/**
 * Widths of the photos for `sizes`. On a phone the photo is next to the name, otherwise the photos are in two or four
 * columns. A photo that is not 4 : 5 is cropped and has to be slightly wider.
 */
const photoWidths = `${namedWidths['below-sm']} 7.5rem, ${namedWidths['below-lg']} 50vw, 25vw`;

/**
 * Number of columns of the widest grid. A department takes as many columns as it has people, so a row can hold
 * several small departments.
 */
const widest = 4;

interface Department {
  /** Name of the department; '' for a list without a heading, undefined for the people of no group. */
  name: string | undefined;
  members: TeamMember[];
}

/** A team of this size or less is one list, because headings over one or two people say less than the people do. */
const oneList = 12;

/**
 * Groups a large team by department, in the order of each department's first member. People without a department, and
 * those who are the only one in theirs, come last. A small team, and one with a single department, is one list in the
 * company's order.
 */
function byDepartment(team: readonly TeamMember[]): Department[] {
  const groups = new Map<string, TeamMember[]>();
  for (const member of team) {
    const name = departmentOf(member);
    groups.set(name, [...(groups.get(name) ?? []), member]);
  }
  if (team.length <= oneList || groups.size <= 1) {
    return team.length > 0 ? [{ name: '', members: [...team] }] : [];
  }
  const named = [...groups]
    .map(([name, members]) => ({ name, members }))
    .filter(({ name, members }) => name !== '' && members.length > 1);
  const others = team.filter((member) => !named.some(({ members }) => members.includes(member)));
  if (named.length === 0) return [{ name: '', members: others }];
  return others.length > 0 ? [...named, { name: undefined, members: others }] : named;
}

function departmentOf({ department }: TeamMember) {
  return department?.trim() ?? '';
}

interface TeamMembersProps {
  department: Department;
  /** Number of people above this department on the page. */
  before: number;
  /** The works that name a member in their credits, by the id of the member. */
  works: Readonly<Record<string, readonly CreditedWork[]>>;
  /** Follows the people of a list without a name, in the cells that its last row leaves free. */
  end?: ReactNode;
}

/**
 * One department: its name, and its people below it. Without a name, only the people. People who are not under the
 * name of their department have it with their designation.
 */
function TeamMembers({ department, before, works, end }: TeamMembersProps) {
  const words = useWords(team);
  const title = useId();
  const { members } = department;
  const name = department.name ?? words('team.elsewhere');
  const isNamed = Boolean(department.name);
  const isAlone = before === 0 && !name && members.length === 1;
  const list = (
    <ul className={memberStyles.members}>
      {members.map((member, index) => (
        <TeamMemberCard
          key={member.id}
          member={member}
          level={name ? 3 : 2}
          department={isNamed ? undefined : member.department?.trim()}
          eager={before + index < firstPhotos}
          alone={isAlone}
          works={works[String(member.id)] ?? []}
        />
      ))}
    </ul>
  );
  if (!name) {
    return (
      <div className={memberStyles.everybody}>
        {list}
        {end}
      </div>
    );
  }
  return (
    <section
      className={memberStyles.department}
      aria-labelledby={title}
      data-width={Math.min(members.length, widest)}
    >
      <div className={memberStyles.departmentHead}>
        <WrittenText as="h2" className="type-heading" id={title}>
          {name}
        </WrittenText>
        {members.length > 1 && (
          <p className="note digits">{words('team.people', { count: members.length })}</p>
        )}
      </div>
      {list}
    </section>
  );
}

function TeamSkeleton() {
  const words = useWords(team);
  return (
    <LoadingList className={memberStyles.skeletons} label={words('team.loading')} count={8}>
      {() => (
        <div className={memberStyles.skeleton}>
          <Skeleton ratio="4 / 5" />
          <Skeleton width="70%" height="1.4em" />
          <Skeleton width="90%" height="1.2em" />
        </div>
      )}
    </LoadingList>
  );
}

interface TeamMemberCardProps {
  member: TeamMember;
  level: 2 | 3;
  /** The department, if no heading names it. */
  department: string | undefined;
  /** True for the first photos of the page: fetched immediately. */
  eager: boolean;
  /** True for a team of one, whose photo is large and whose text is open next to it. */
  alone: boolean;
  works: readonly CreditedWork[];
}

/** A team member. A text of more than a few lines unfolds in place, even without scripts. */
function TeamMemberCard({ member, level, department, eager, alone, works }: TeamMemberCardProps) {
  const script = useScript();
  const Heading = `h${level}` as const;
  const hasArtwork = useHasArtwork();
  const bio = member.bio?.trim();
  const item = useLinkedTo<HTMLLIElement>(memberAnchor(member.id));
  const { dir } = script(member.name, member.designation, bio);
  return (
    <li
      ref={item}
      className={classNames(memberStyles.member, alone && memberStyles.alone)}
      id={memberAnchor(member.id)}
      tabIndex={-1}
    >
      <div className={memberStyles.photo}>
        {member.image || hasArtwork ? (
          <Artwork
            src={member.image}
            alt=""
            details={member.picture_details}
            seed={`member-${member.id}`}
            sizes={alone ? widthsBeside(42) : photoWidths}
            largest={alone ? 1280 : 960}
            eager={eager}
          />
        ) : (
          <span className={memberStyles.initial} aria-hidden="true">
            {[...member.name][0]}
          </span>
        )}
      </div>
      <div className={memberStyles.words} dir={dir}>
        <Heading className={memberStyles.name} lang={script(member.name).lang}>
          {member.name}
        </Heading>
        <p className={memberStyles.designation} lang={script(member.designation).lang}>
          {member.designation}
        </p>
        <WrittenText className={memberStyles.ofDepartment}>{department}</WrittenText>
        {alone && bio && <WrittenText className={memberStyles.story}>{bio}</WrittenText>}
      </div>
      <div className={memberStyles.text} dir={dir}>
        {!alone && bio && <Bio name={member.name} bio={bio} />}
        {works.length > 0 && <Works name={member.name} works={works} />}
        <Profiles member={member} />
      </div>
    </li>
  );
}

function Bio({ name, bio }: { name: string; bio: string }) {
  const script = useScript();
  const words = useWords(team);
  const { shown, rest } = bioParts(bio);
  return (
    <div className={memberStyles.bio}>
      <p {...script(bio)}>{shown}</p>
      {rest && (
        <details className={memberStyles.more}>
          <summary className="answers underlines">
            {asNode(
              words.parts('team.more', {
                name: () => <NameText>{name}</NameText>,
                hidden: (text) => <VisuallyHidden>{asNode(text)}</VisuallyHidden>,
              }),
            )}
          </summary>
          <p {...script(bio)}>{rest}</p>
        </details>
      )}
    </div>
  );
}

/** Number of works that are listed at once. */
const firstWorks = 3;

/** Links to the works of a person; those after the first few unfold. */
function Works({ name, works }: { name: string; works: readonly CreditedWork[] }) {
  const words = useWords(team);
  const more = works.slice(firstWorks);
  return (
    <>
      <WorkLinks label={words('team.work', { name })} works={works.slice(0, firstWorks)} />
      {more.length > 0 && (
        <details className={memberStyles.more}>
          <summary className="answers underlines">{words('team.moreWork', { count: more.length })}</summary>
          <WorkLinks label={words('team.work', { name })} works={more} />
        </details>
      )}
    </>
  );
}

function WorkLinks({ label, works }: { label: string; works: readonly CreditedWork[] }) {
  const script = useScript();
  return (
    <ul className={memberStyles.works} aria-label={label}>
      {works.map(({ id, title }) => (
        <li key={id} {...script(title)}>
          <Link to={pathTo('portfolioItem', { id })} viewTransition>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Profiles({ member }: { member: TeamMember }) {
  const words = useWords(team);
  const profiles = [
    { site: 'LinkedIn', url: member.linkedin_url },
    { site: 'Facebook', url: member.facebook_url },
  ].filter(({ url }) => url && isWebAddress(url));
  if (profiles.length === 0) return null;
  return (
    <ul className={memberStyles.profiles}>
      {profiles.map(({ site, url }) => (
        <li key={site}>
          <a href={url ?? undefined} target="_blank" rel="noreferrer noopener">
            {asNode(
              words.parts('team.on', {
                site,
                name: () => <NameText>{member.name}</NameText>,
                hidden: (text) => <VisuallyHidden>{asNode(text)}</VisuallyHidden>,
              }),
            )}{' '}
            <ArrowUpRightIcon size={16} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A text of this length is shown whole: about three lines below a photo. */
const whole = 130;
/** The part of a longer text that is shown at once: about two lines below a photo. */
const lead = { least: 40, most: 100 };

const ends = /[.!?۔؟…]["”’)\]]*(?=\s)|(?=\n)/gu;

/**
 * Splits the text about a person into the part that is shown at once and the rest, at the end of a line or of a
 * sentence, else between two words. `rest` is '' for a short text.
 */
function bioParts(bio: string) {
  if (bio.length <= whole && bio.split('\n').length <= 2) return { shown: bio, rest: '' };
  const sentences = [...bio.matchAll(ends)]
    .map(({ index, 0: mark }) => index + mark.length)
    .filter((end) => end >= lead.least && end <= lead.most);
  const sentence = sentences.at(-1);
  if (sentence !== undefined) {
    return { shown: bio.slice(0, sentence).trim(), rest: bio.slice(sentence).trim() };
  }
  const word = bio.slice(0, lead.most).search(/\s\S*$/);
  if (word < lead.least) return { shown: bio, rest: '' };
  return { shown: `${bio.slice(0, word).trim()}…`, rest: `…${bio.slice(word).trim()}` };
}
