import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { PageTitle } from '../ui/PageHead.tsx';
import { PageStatus } from '../ui/PageStatus.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import { useWords } from '../words.ts';
import styles from './ErrorPage.module.css';
import { useSiteLinks } from './layouts/public/navigation.ts';

/** The pages that are offered if the menu has them. */
const offered = ['portfolio', 'publishing', 'careersApply'] as const;

/** The page for an unknown URL. The server sends the same page with the status 404. */
export function Component() {
  const words = useWords(frame);
  const { top } = useSiteLinks();
  return (
    <div className={styles.split}>
      <PageTitle>{words('notFound.pageTitle')}</PageTitle>
      <PageStatus code={404} />
      <div className={styles.page}>
        <h1 className={styles.title}>{words('notFound.title')}</h1>
        <p className={styles.text}>{words('notFound.text')}</p>
        <div className={styles.actions}>
          <Link to={pathTo('home')}>{words('nav.home')}</Link>
          {offered.map((page) =>
            top.some(({ name }) => name === page) ? (
              <Link key={page} to={pathTo(page)}>
                {words(`nav.${page}`)}
              </Link>
            ) : null,
          )}
        </div>
      </div>
      <Pattern className={styles.art} seed="404" columns={5} rows={6} />
    </div>
  );
}
