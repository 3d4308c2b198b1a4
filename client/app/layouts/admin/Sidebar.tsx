import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import { useRoleMay } from '../../../admin/shared/access.tsx';
import { screens } from '../../../admin/shared/screens.ts';
import { hostCallsQuery } from '../../../api/host-support.ts';
import { useSite } from '../../../site-info.ts';
import { SearchIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import styles from './Sidebar.module.css';

interface SidebarProps {
  /** For the screen at a path, the number of its entries that wait for a person. */
  counts: Partial<Record<string, number>>;
  onFollow: () => void;
  onFind: () => void;
  /** The end of the sidebar. */
  children: ReactNode;
}

/** The content of the sidebar, next to the page or in the drawer. NavLink marks the active link with aria-current. */
export function Sidebar({ counts, onFollow, onFind, children }: SidebarProps) {
  const { name } = useSite();
  const may = useRoleMay();
  const { data: host } = useQuery(hostCallsQuery);
  const links = screens.filter(
    ({ call, part, needsCall, to }) =>
      part &&
      may(call) &&
      !(needsCall && host?.missing.includes(call)) &&
      // The link to waiting forms is shown only while forms are waiting.
      (to !== routes.adminIntake || counts[to]),
  );
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={pathTo('home')} aria-label={`${name}, to the site`}>
        <Wordmark />
      </Link>
      <p className={styles.title}>Dashboard</p>
      <button type="button" className="line3 note box sideItem" aria-haspopup="dialog" onClick={onFind}>
        <SearchIcon />
        Find anything
        <span className={styles.keys} aria-hidden="true">
          {findKeys}
        </span>
      </button>
      <nav className={styles.nav} aria-label="Dashboard">
        <ul className={styles.links}>
          {links.map(({ title, to, part, Icon }, at) => (
            <li key={to} className={at > 0 && part !== links[at - 1]?.part ? styles.apart : undefined}>
              <NavLink className={styles.link} to={to} onClick={onFollow}>
                {Icon && <Icon />}
                {title}
                <Count count={counts[to]} what={to === routes.adminIntake ? 'waiting' : 'unread'} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>{children}</div>
    </div>
  );
}

/** The keyboard shortcut of the palette, in the notation of this machine. */
const findKeys = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K';

/** A number at the end of a link. Renders nothing for 0. A number with more than two digits is displayed as "99+". */
function Count({ count, what }: { count: number | undefined; what: string }) {
  if (!count) return null;
  return (
    <>
      <span className={styles.count} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden>
        {' '}
        {count} {what}
      </VisuallyHidden>
    </>
  );
}
