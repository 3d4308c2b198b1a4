import { isWebAddress } from '#shared/schemas/field-formats.ts';
import type { TeamMember } from '#shared/schemas/team-member.ts';
import { languageOf, scriptOf } from '#shared/text-direction.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowUpRightIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './Member.module.css';

interface MemberProps {
  member: TeamMember;
  level: 2 | 3;
  /** Photos that the page opens with. */
  eager: boolean;
}

/** Somebody of the team. What there is to read of them opens in place, without a script too. */
export function Member({ member, level, eager }: MemberProps) {
  const Heading = `h${level}` as const;
  const bio = member.bio?.trim();
  const { dir } = scriptOf(member.name, member.designation, bio);
  return (
    <li className={styles.member}>
      <div className={styles.photo}>
        <Artwork src={member.image} alt="" seed={`member-${member.id}`} eager={eager} />
      </div>
      <div className={styles.words} dir={dir}>
        <Heading className={styles.name} lang={languageOf(member.name)}>
          {member.name}
        </Heading>
        <p className={styles.designation} lang={languageOf(member.designation)}>
          {member.designation}
        </p>
        <Profiles member={member} />
      </div>
      {bio && (
        <details className={styles.bio} dir={dir}>
          <summary>
            <span>
              About <bdi lang={languageOf(member.name)}>{member.name}</bdi>
            </span>
          </summary>
          <p {...scriptOf(bio)}>{bio}</p>
        </details>
      )}
    </li>
  );
}

function Profiles({ member }: { member: TeamMember }) {
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
            <VisuallyHidden>
              <bdi>{member.name}</bdi> on{' '}
            </VisuallyHidden>
            {site} <ArrowUpRightIcon size={16} />
          </a>
        </li>
      ))}
    </ul>
  );
}
