import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import card from './MemberCard.module.css';
import { Portrait } from './Portrait.tsx';
import styles from './TeamList.module.css';
import type { TeamView } from './use-team-view.ts';

/** Places of the same size as those to come. */
export function TeamSkeleton({ view }: { view: TeamView }) {
  return (
    <>
      <VisuallyHidden role="status">Loading the team…</VisuallyHidden>
      <p className={styles.note}>
        <Skeleton width="16rem" />
      </p>
      <div className={view === 'cards' ? styles.cards : styles.rows} aria-hidden="true">
        {['62%', '48%', '71%', '55%'].map((width) =>
          view === 'cards' ? (
            <div key={width} className={card.card}>
              <div className={card.photo}>
                <Portrait src={undefined} shape="card" />
              </div>
              <div className={card.words}>
                <Skeleton width={width} height="1.75rem" />
                <Skeleton width="80%" />
              </div>
              <div className={card.switch}>
                <Skeleton width="6rem" height="2rem" />
              </div>
              <div className={card.tools}>
                <Skeleton width="8rem" height="var(--target)" />
              </div>
            </div>
          ) : (
            <Skeleton key={width} height="4.25rem" />
          ),
        )}
      </div>
    </>
  );
}
