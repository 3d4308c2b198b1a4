import { useId } from 'react';
import { scriptOf } from '#shared/text-direction.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Department } from './departments.ts';
import { Member } from './Member.tsx';
import styles from './Members.module.css';

/** How many photos may stand in the first view of a wide screen. */
const firstPhotos = 3;

/** Columns of the widest grid: a department takes as many as it has people, and a row holds several small ones. */
const widest = 4;

/** One department, its name above its people; a plain list where there is no name. */
export function Members({ department, first }: { department: Department; first: boolean }) {
  const title = useId();
  const { name, members } = department;
  const list = (
    <ul className={styles.list}>
      {members.map((member, index) => (
        <Member key={member.id} member={member} level={name ? 3 : 2} eager={first && index < firstPhotos} />
      ))}
    </ul>
  );
  if (!name) return <div className={styles.everybody}>{list}</div>;
  return (
    <section
      className={styles.department}
      aria-labelledby={title}
      data-width={Math.min(members.length, widest)}
    >
      <div className={styles.head}>
        <h2 className={styles.title} id={title} {...scriptOf(name)}>
          {name}
        </h2>
        <p className={styles.count}>{members.length === 1 ? '1 person' : `${members.length} people`}</p>
      </div>
      {list}
    </section>
  );
}

/** The places of a team that is still loading. */
export function MemberPlaces() {
  return (
    <div className={styles.places}>
      <VisuallyHidden role="status">Loading the team…</VisuallyHidden>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that all look the same
        <div key={index} className={styles.place}>
          <Skeleton ratio="4 / 5" />
          <Skeleton width="70%" height="1.4em" />
          <Skeleton width="90%" height="1.2em" />
        </div>
      ))}
    </div>
  );
}
