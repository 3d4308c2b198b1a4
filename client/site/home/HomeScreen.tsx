import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { ContactCall } from './ContactCall.tsx';
import { HomeHead } from './HomeHead.tsx';
import styles from './HomeScreen.module.css';
import { Services } from './Services.tsx';

interface HomeScreenProps {
  /** A whole section under this title, or nothing. */
  selectedWork: (title: string) => ReactNode;
  /** False where they cannot be read. */
  latestPosts: ReactNode;
  /** Open positions; false where there are none or they cannot be read, and then no word of them. */
  positions: ReactNode;
  /** Where every position stands. */
  positionsTo: string;
}

/** /: who the studio is, what it has made, what it makes, what it wrote last, whom it looks for. */
export function HomeScreen({ selectedWork, latestPosts, positions, positionsTo }: HomeScreenProps) {
  const { short_name, pages } = useSite();
  const { head, selected_work, about, services, latest_posts, contact } = pages.home;
  const openPositions = pages.home.positions;
  return (
    <>
      <HomeHead />
      <section className={styles.hero}>
        <Pattern
          className={layout.cover}
          seed={short_name.toLowerCase()}
          columns={16}
          rows={9}
          palette="accent"
          hero
        />
        <div className={styles.statement} {...scriptOf(head.title, head.text)}>
          <h1 className={classNames(styles.headline, head.title.length > 32 && styles.long)}>{head.title}</h1>
          <p className={styles.intro}>{head.text}</p>
        </div>
      </section>

      {selected_work && selectedWork(selected_work.title)}
      <Services about={about} services={services} />

      {latest_posts && latestPosts && (
        <section className={styles.section} aria-labelledby="latest">
          <SectionHead
            id="latest"
            title={latest_posts.title}
            onward={all(pathTo('publishing'), 'All posts')}
          />
          {latestPosts}
        </section>
      )}

      {openPositions && positions && (
        <section className={styles.section} aria-labelledby="positions">
          <SectionHead
            id="positions"
            title={openPositions.title}
            onward={all(positionsTo, 'All positions')}
          />
          {positions}
        </section>
      )}

      {contact && <ContactCall title={contact.title} />}
    </>
  );
}

function all(to: string, words: string) {
  return (
    <Link className={layout.onward} to={to}>
      {words} <ArrowRightIcon />
    </Link>
  );
}
