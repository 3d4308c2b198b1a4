import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Pattern } from '../../ui/Pattern.tsx';
import styles from './ContactCall.module.css';

/** The end of the home page: what to do with what one has seen. */
export function ContactCall({ title }: { title: string }) {
  const site = useSite();
  return (
    <section className={styles.call} aria-labelledby="call">
      <Pattern
        className={classNames(layout.cover, styles.art)}
        seed="write-to-us"
        columns={16}
        rows={5}
        palette="ink"
        hero
      />
      <div className={styles.sheet}>
        <h2 className={styles.title} id="call" {...scriptOf(title)}>
          {title}
        </h2>
        <div className={styles.ways}>
          <Link className={buttonClass({ size: 'large' })} to={pathTo('contact')}>
            Write to us <ArrowRightIcon />
          </Link>
          <p className={styles.direct}>
            <a href={`mailto:${site.email}`}>{site.email}</a>
            <a href={phoneHref(site)}>{site.phone}</a>
          </p>
        </div>
      </div>
    </section>
  );
}
