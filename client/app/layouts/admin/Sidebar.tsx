import { Link, NavLink } from 'react-router-dom';
import { company } from '#shared/company.ts';
import { pathTo } from '#shared/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LogoutIcon } from '../../../ui/icons/icons.tsx';
import { Wordmark } from '../../../ui/wordmark/Wordmark.tsx';
import styles from './Sidebar.module.css';
import { adminSections } from './sections.ts';

interface SidebarProps {
  /** Who is signed in, as far as known. */
  account?: string | undefined;
  loggingOut: boolean;
  onLogout: () => void;
  onFollow?: () => void;
}

/** What the sidebar holds, beside the page or sliding over it. NavLink marks the active link with aria-current. */
export function Sidebar({ account, loggingOut, onLogout, onFollow }: SidebarProps) {
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={pathTo('home')} aria-label={`${company.name}, to the site`}>
        <Wordmark />
      </Link>
      <p className={styles.title}>Dashboard</p>
      <nav aria-label="Dashboard">
        <ul className={styles.links}>
          {adminSections.map(({ label, to, Icon }) => (
            <li key={to}>
              <NavLink className={styles.link} to={to} onClick={onFollow}>
                <Icon />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>
        {account && <p className={styles.account}>{account}</p>}
        <Button variant="quiet" className={styles.logout} onClick={onLogout} busy={loggingOut}>
          <LogoutIcon />
          Logout
        </Button>
      </div>
    </div>
  );
}
