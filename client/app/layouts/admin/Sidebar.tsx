import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { AccountMenu } from '../../../admin/session/AccountMenu.tsx';
import { useMay } from '../../../admin/shared/rights.ts';
import { type AdminScreenName, adminScreens } from '../../../admin/shared/screens.ts';
import { hostCallsQuery } from '../../../api/host-support.ts';
import { useSite } from '../../../site-info.ts';
import { Button } from '../../../ui/Button.tsx';
import {
  ApplicantsIcon,
  BlogsIcon,
  ImageIcon,
  InboxIcon,
  JobsIcon,
  KeyIcon,
  ListIcon,
  LogoutIcon,
  MailIcon,
  PortfolioIcon,
  RedirectIcon,
  SearchIcon,
  SiteIcon,
  TeamIcon,
  TrashIcon,
} from '../../../ui/icons.tsx';
import type { ThemeChoice } from '../../../ui/theme.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import styles from './Sidebar.module.css';

interface SidebarProps {
  /** The signed-in admin; undefined if the API host does not send one. */
  user: SessionUser | undefined;
  theme: ThemeChoice;
  onTheme: (theme: ThemeChoice) => void;
  /** Number of unread messages. */
  unread: number;
  /** Number of applicants that no admin has opened; 0 if the host does not count them. */
  unreadApplicants: number;
  /** Number of visitors' forms that wait for the API host or for a person's decision. */
  waiting: number;
  loggingOut: boolean;
  onLogout: () => void;
  onChangePassword: () => void;
  onFollow: () => void;
  onFind: () => void;
}

/** The content of the sidebar, next to the page or in the drawer. NavLink marks the active link with aria-current. */
export function Sidebar(props: SidebarProps) {
  const {
    user,
    theme,
    onTheme,
    unread,
    unreadApplicants,
    waiting,
    loggingOut,
    onLogout,
    onChangePassword,
    onFollow,
    onFind,
  } = props;
  const { name } = useSite();
  const may = useMay();
  const { data: host } = useQuery(hostCallsQuery);
  const isOffered = ({ call, isAlways }: AdminSection) =>
    may(call) && (isAlways || !host?.missing.includes(call));
  const ownSections = houseSections.filter(isOffered);
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={pathTo('home')} aria-label={`${name}, to the site`}>
        <Wordmark />
      </Link>
      <p className={styles.title}>Dashboard</p>
      <button type="button" className={styles.find} aria-haspopup="dialog" onClick={onFind}>
        <SearchIcon />
        Find anything
        <span className={styles.keys} aria-hidden="true">
          {findKeys}
        </span>
      </button>
      <nav className={styles.nav} aria-label="Dashboard">
        <ul className={styles.links}>
          {adminSections.filter(isOffered).map(({ label, to, Icon }) => (
            <li key={to}>
              <NavLink className={styles.link} to={to} onClick={onFollow}>
                <Icon />
                {label}
                {to === applicantsPath && <Count count={unreadApplicants} what="unread" />}
              </NavLink>
            </li>
          ))}
          {isOffered(messagesSection) && (
            <li className={styles.apart}>
              <NavLink className={styles.link} to={messagesSection.to} onClick={onFollow}>
                <messagesSection.Icon />
                {messagesSection.label}
                <Count count={unread} what="unread" />
              </NavLink>
            </li>
          )}
          {waiting > 0 && isOffered(intakeSection) && (
            <li>
              <NavLink className={styles.link} to={intakeSection.to} onClick={onFollow}>
                <intakeSection.Icon />
                {intakeSection.label}
                <Count count={waiting} what="waiting" />
              </NavLink>
            </li>
          )}
          {ownSections.map(({ label, to, Icon }, index) => (
            <li key={to} className={index === 0 ? styles.apart : undefined}>
              <NavLink className={styles.link} to={to} onClick={onFollow}>
                <Icon />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.end}>
        <AccountMenu
          user={user}
          theme={theme}
          onTheme={onTheme}
          onChangePassword={onChangePassword}
          onFollow={onFollow}
        />
        <Button variant="quiet" className={styles.logout} onClick={onLogout} busy={loggingOut}>
          <LogoutIcon />
          Logout
        </Button>
      </div>
    </div>
  );
}

/** The keyboard shortcut of the palette, in the notation of this machine. */
const findKeys = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K';

interface AdminSection {
  label: string;
  to: string;
  Icon: ComponentType;
  call: (typeof adminScreens)[AdminScreenName]['call'];
  /** True if the link is shown even when the API host lacks `call`; the screen then says that the host lacks it. */
  isAlways: boolean;
}

function section(name: AdminScreenName, Icon: ComponentType, isAlways = false): AdminSection {
  const { title, call } = adminScreens[name];
  return { label: title, to: routes[name], Icon, call, isAlways };
}

const applicantsPath = pathTo('adminApplicants');

/** The first five links of the sidebar, in the order and with the labels of docs/product.md §2.4. */
const adminSections: readonly AdminSection[] = [
  section('adminDashboard', JobsIcon, true),
  section('adminApplicants', ApplicantsIcon, true),
  section('adminPortfolio', PortfolioIcon, true),
  section('adminTeam', TeamIcon, true),
  section('adminBlogs', BlogsIcon, true),
];

/** The link to visitors' messages, below the five links of docs/product.md §2.4. The link is an extension of ours. */
const messagesSection = section('adminMessages', MailIcon, true);

/** The link to waiting forms. Shown only while forms are waiting. */
const intakeSection = section('adminIntake', InboxIcon, true);

/**
 * The last links of the sidebar, below those to content, messages and waiting forms. The link to a new screen goes
 * here.
 */
const houseSections: readonly AdminSection[] = [
  section('adminSite', SiteIcon, true),
  section('adminMailTemplates', MailIcon),
  section('adminPeople', KeyIcon),
  section('adminPictures', ImageIcon),
  section('adminRedirects', RedirectIcon, true),
  section('adminTrash', TrashIcon),
  section('adminActivity', ListIcon, true),
];

/** A number at the end of a link. Renders nothing for 0. A number with more than two digits is displayed as "99+". */
function Count({ count, what }: { count: number; what: string }) {
  if (count <= 0) return null;
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
