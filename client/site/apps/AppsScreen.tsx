import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import layout from '../../ui/layout/layout.module.css';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { AppEntry } from './AppEntry.tsx';
import styles from './AppsScreen.module.css';

/** /apps: what the company ships, where to get it, and how to leave it. */
export function Component() {
  const { apps, pages } = useSite();
  const { head } = pages.apps;
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('apps')} />
      <header className={styles.head} {...scriptOf(head.title, head.text)}>
        <h1 className={styles.title}>{head.title}</h1>
        {head.text && <p className={styles.intro}>{head.text}</p>}
      </header>
      {apps.length === 0 ? (
        <EmptyState
          level={2}
          art={<Pattern seed="no-apps" columns={8} rows={4} palette="paper" />}
          title="No apps yet"
          text="Our first app will appear here. Until then, see what else we make."
          action={<Link to={pathTo('portfolio')}>Go to the portfolio</Link>}
        />
      ) : (
        <ul className={styles.list}>
          {apps.map((app, place) => (
            <AppEntry key={app.id} app={app} place={place} />
          ))}
        </ul>
      )}
    </div>
  );
}
