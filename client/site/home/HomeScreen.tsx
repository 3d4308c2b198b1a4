import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info/site-info.ts';
import { ArrowRightIcon } from '../../ui/icons/icons.tsx';
import { Pattern } from '../../ui/pattern/Pattern.tsx';
import styles from './HomeScreen.module.css';

/** /: who the studio is, what it does, what it wrote last. */
export function HomeScreen({ latestPosts }: { latestPosts: ReactNode }) {
  const { name, tagline } = useSite();
  return (
    <>
      <title>{`${name} · ${tagline}`}</title>
      <section className={styles.hero}>
        <Pattern className={styles.art} seed="naqsh" columns={16} rows={9} palette="lapis" />
        <div className={styles.statement}>
          <h1 className={styles.headline}>Made to leave a mark.</h1>
          <p className={styles.intro}>
            {name} is a media and software studio in Peshawar. We publish, film and design, and we build the
            software that carries it.
          </p>
        </div>
      </section>

      <section className={styles.about} aria-labelledby="about">
        <h2 className={styles.heading} id="about">
          Naqsh means pattern, and imprint
        </h2>
        <div className={styles.practice}>
          <p className={styles.lead}>
            A pattern is a rule repeated with care until it becomes something larger. That is how we work:
            small parts that fit, checked one by one, and a whole that lasts longer than the campaign it was
            made for.
          </p>
          <dl className={styles.crafts}>
            <div>
              <dt>Media</dt>
              <dd>Writing, film, photography and design, from the first idea to the day it goes out.</dd>
            </div>
            <div>
              <dt>Software</dt>
              <dd>Websites, apps and the systems behind them, kept running after they are delivered.</dd>
            </div>
            <div>
              <dt>Publishing</dt>
              <dd>What we learn we write down, in the open, with our name under it.</dd>
            </div>
          </dl>
        </div>
      </section>

      <section className={styles.latest} aria-labelledby="latest">
        <div className={styles.latestHead}>
          <h2 className={styles.heading} id="latest">
            Latest posts
          </h2>
          <Link className={styles.all} to={pathTo('publishing')}>
            All posts <ArrowRightIcon />
          </Link>
        </div>
        {latestPosts}
      </section>
    </>
  );
}
