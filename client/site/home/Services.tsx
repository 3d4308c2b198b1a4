import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Pages, Points } from '#shared/schemas/site/pages.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import styles from './Services.module.css';

interface ServicesProps {
  about: Pages['home']['about'];
  services: Points | undefined;
}

/** Who the company is and what it does, as far as it says so. */
export function Services({ about, services }: ServicesProps) {
  const title = about?.title ?? services?.title;
  if (title === undefined) return null;
  return (
    <section className={styles.about} aria-labelledby="about">
      <h2 className={styles.heading} id="about" {...scriptOf(title)}>
        {title}
      </h2>
      <div className={styles.practice}>
        {about && (
          <p className={styles.lead} {...scriptOf(about.text)}>
            {about.text}
          </p>
        )}
        {services && (
          <>
            {about && (
              <h3 className={styles.make} {...scriptOf(services.title)}>
                {services.title}
              </h3>
            )}
            <dl className={styles.services}>
              {services.items.map((item) => (
                <div key={item.title} {...scriptOf(item.title, item.text)}>
                  <dt>{item.title}</dt>
                  <dd>{item.text}</dd>
                </div>
              ))}
            </dl>
            <AppsLink />
          </>
        )}
      </div>
    </section>
  );
}

function AppsLink() {
  const { apps } = useSite();
  if (apps.length === 0) return null;
  return (
    <Link className={layout.onward} to={pathTo('apps')}>
      See our apps <ArrowRightIcon />
    </Link>
  );
}
