import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { memberAnchor } from '#shared/credits.ts';
import { pathTo } from '#shared/paths.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { isWebAddress } from '#shared/text-formats.ts';
import { team } from '#shared/words/en/team.ts';
import { namedWidths } from '../../ui/breakpoints.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowUpRightIcon } from '../../ui/icons.tsx';
import { useHasArtwork } from '../../ui/Pattern.tsx';
import { widthsBeside } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { LoadingList } from '../PageStates.tsx';
import { useLinkedTo } from '../use-linked-to.ts';
import type { CreditedWork, Department } from './queries.ts';
import styles from './TeamMembers.module.css';

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
export function TeamMembers({ department, before, works, end }: TeamMembersProps) {
  const words = useWords(team);
  const title = useId();
  const { members } = department;
  const name = department.name ?? words('team.elsewhere');
  const isNamed = Boolean(department.name);
  const isAlone = before === 0 && !name && members.length === 1;
  const list = (
    <ul className={styles.members}>
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
      <div className={styles.everybody}>
        {list}
        {end}
      </div>
    );
  }
  return (
    <section
      className={styles.department}
      aria-labelledby={title}
      data-width={Math.min(members.length, widest)}
    >
      <div className={styles.departmentHead}>
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

export function TeamSkeleton() {
  const words = useWords(team);
  return (
    <LoadingList className={styles.skeletons} label={words('team.loading')} count={8}>
      {() => (
        <div className={styles.skeleton}>
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
      className={classNames(styles.member, alone && styles.alone)}
      id={memberAnchor(member.id)}
      tabIndex={-1}
    >
      <div className={styles.photo}>
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
          <span className={styles.initial} aria-hidden="true">
            {[...member.name][0]}
          </span>
        )}
      </div>
      <div className={styles.words} dir={dir}>
        <Heading className={styles.name} lang={script(member.name).lang}>
          {member.name}
        </Heading>
        <p className={styles.designation} lang={script(member.designation).lang}>
          {member.designation}
        </p>
        <WrittenText className={styles.ofDepartment}>{department}</WrittenText>
        {alone && bio && <WrittenText className={styles.story}>{bio}</WrittenText>}
      </div>
      <div className={styles.text} dir={dir}>
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
    <div className={styles.bio}>
      <p {...script(bio)}>{shown}</p>
      {rest && (
        <details className={styles.more}>
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
        <details className={styles.more}>
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
    <ul className={styles.works} aria-label={label}>
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
    <ul className={styles.profiles}>
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
function bioParts(bio: string): { shown: string; rest: string } {
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
