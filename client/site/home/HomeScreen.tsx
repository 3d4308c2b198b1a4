import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { addressInShort } from '#shared/site/contact-links.ts';
import { useSite } from '../../site-info/site-info.ts';
import { ArrowRightIcon } from '../../ui/icons/icons.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import { ContactCall } from './ContactCall.tsx';
import { Crafts } from './Crafts.tsx';
import { HomeHead } from './HomeHead.tsx';
import styles from './HomeScreen.module.css';

interface HomeScreenProps {
  /** A whole section, or nothing. */
  selectedWork: ReactNode;
  /** False where they cannot be read. */
  latestPosts: ReactNode;
  /** Open positions; false where there are none or they cannot be read, and then no word of them. */
  positions: ReactNode;
  /** Where every position stands. */
  positionsTo: string;
}

/** /: who the studio is, what it has made, what it makes, what it wrote last, whom it looks for. */
export function HomeScreen({ selectedWork, latestPosts, positions, positionsTo }: HomeScreenProps) {
  const { name, address } = useSite();
  return (
    <>
      <HomeHead />
      <section className={styles.hero}>
        <Pattern className={styles.art} seed="naqsh" columns={16} rows={9} palette="lapis" />
        <div className={styles.statement}>
          <h1 className={styles.headline}>Made to leave a mark.</h1>
          <p className={styles.intro}>
            {name} is a media and software studio in {addressInShort(address)}. We publish, film and design,
            and we build the software that carries it.
          </p>
        </div>
      </section>

      {selectedWork}
      <Crafts />

      {latestPosts && (
        <section className={styles.section} aria-labelledby="latest">
          <SectionHead id="latest" title="Latest posts" to={pathTo('publishing')} all="All posts" />
          {latestPosts}
        </section>
      )}

      {positions && (
        <section className={styles.section} aria-labelledby="positions">
          <SectionHead id="positions" title="Open positions" to={positionsTo} all="All positions" />
          {positions}
        </section>
      )}

      <ContactCall />
    </>
  );
}

function SectionHead({ id, title, to, all }: { id: string; title: string; to: string; all: string }) {
  return (
    <div className={styles.head}>
      <h2 className={styles.heading} id={id}>
        {title}
      </h2>
      <Link className={styles.all} to={to}>
        {all} <ArrowRightIcon />
      </Link>
    </div>
  );
}
