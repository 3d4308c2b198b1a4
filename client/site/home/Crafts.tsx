import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info/site-info.ts';
import { ArrowRightIcon } from '../../ui/icons/icons.tsx';
import styles from './Crafts.module.css';

const crafts = [
  {
    name: 'Media',
    text: 'Writing, film, photography and design, from the first idea to the day it goes out.',
  },
  {
    name: 'Software',
    text: 'Websites, apps and the systems behind them, kept running after they are delivered.',
  },
  { name: 'Publishing', text: 'What we learn we write down, in the open, with our name under it.' },
] as const;

/** What the studio makes, and the thought behind its name. */
export function Crafts() {
  const { apps } = useSite();
  return (
    <section className={styles.about} aria-labelledby="about">
      <h2 className={styles.heading} id="about">
        Naqsh means pattern, and imprint
      </h2>
      <div className={styles.practice}>
        <p className={styles.lead}>
          A pattern is a rule repeated with care until it becomes something larger. That is how we work: small
          parts that fit, checked one by one, and a whole that lasts longer than the campaign it was made for.
        </p>
        <h3 className={styles.make}>What we make</h3>
        <dl className={styles.crafts}>
          {crafts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {apps.length > 0 && (
          <Link className={styles.apps} to={pathTo('apps')}>
            The apps that we ship <ArrowRightIcon />
          </Link>
        )}
      </div>
    </section>
  );
}
