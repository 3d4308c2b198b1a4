import { Link, NavLink } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../../site-info/site-info.ts';
import { Wordmark } from '../../../ui/wordmark/Wordmark.tsx';
import styles from './Header.module.css';
import { topLinks } from './navigation.ts';

/** The top navigation bar. */
export function Header() {
  const { name } = useSite();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.brand} to={pathTo('home')} aria-label={`${name}, home page`}>
          <Wordmark />
        </Link>
        <nav aria-label="Main">
          <ul className={styles.links}>
            {topLinks.map(({ label, to }) => (
              <li key={to}>
                <NavLink className={styles.link} to={to} end>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
