import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { PageStatus } from '../ui/PageStatus.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import styles from './ErrorPage.module.css';

/** The page for an unknown URL. The server sends the same page with the status 404. */
export function Component() {
  return (
    <div className={styles.split}>
      <PageTitle>Page not found</PageTitle>
      <PageStatus code={404} />
      <div className={styles.page}>
        <h1 className={styles.title}>We couldn’t find this page</h1>
        <p className={styles.text}>
          The link may be out of date or mistyped. You can find everything we publish from here.
        </p>
        <div className={styles.actions}>
          <Link to={pathTo('home')}>Home</Link>
          <Link to={pathTo('publishing')}>Publishing</Link>
        </div>
      </div>
      <Pattern className={styles.art} seed="404" columns={5} rows={6} />
    </div>
  );
}
