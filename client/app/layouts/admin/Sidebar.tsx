import type { ComponentType } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { SessionUser } from '#shared/schemas/session.ts';
import { AccountMenu } from '../../../admin/session/AccountMenu.tsx';
import { useSite } from '../../../site-info.ts';
import { Button } from '../../../ui/Button.tsx';
import {
  ApplicantsIcon,
  BlogsIcon,
  InboxIcon,
  JobsIcon,
  LogoutIcon,
  MailIcon,
  PortfolioIcon,
  TeamIcon,
} from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import styles from './Sidebar.module.css';

interface SidebarProps {
  /** Undefined when the API host does not say. */
  user: SessionUser | undefined;
  /** Messages that nobody has read. */
  unread: number;
  /** Forms of visitors that wait for the API host, or for a person. */
  waiting: number;
  loggingOut: boolean;
  onLogout: () => void;
  onChangePassword: () => void;
  onFollow: () => void;
}

/** The content of the sidebar, beside the page or in the drawer. NavLink marks the active link with aria-current. */
export function Sidebar(props: SidebarProps) {
  const { user, unread, waiting, loggingOut, onLogout, onChangePassword, onFollow } = props;
  const { name } = useSite();
  return (
    <div className={styles.sidebar}>
      <Link className={styles.brand} to={pathTo('home')} aria-label={`${name}, to the site`}>
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
          <li className={styles.apart}>
            <NavLink className={styles.link} to={messagesSection.to} onClick={onFollow}>
              <messagesSection.Icon />
              {messagesSection.label}
              <Count count={unread} what="unread" />
            </NavLink>
          </li>
          {waiting > 0 && (
            <li>
              <NavLink className={styles.link} to={intakeSection.to} onClick={onFollow}>
                <intakeSection.Icon />
                {intakeSection.label}
                <Count count={waiting} what="waiting" />
              </NavLink>
            </li>
          )}
        </ul>
      </nav>
      <div className={styles.end}>
        <AccountMenu user={user} onChangePassword={onChangePassword} />
        <Button variant="quiet" className={styles.logout} onClick={onLogout} busy={loggingOut}>
          <LogoutIcon />
          Logout
        </Button>
      </div>
    </div>
  );
}

interface AdminSection {
  label: string;
  to: string;
  Icon: ComponentType;
}

/** The five links of the sidebar, in the order and with the labels of docs/product.md §2. */
export const adminSections: readonly AdminSection[] = [
  { label: 'Jobs', to: pathTo('adminDashboard'), Icon: JobsIcon },
  { label: 'Applicants', to: pathTo('adminApplicants'), Icon: ApplicantsIcon },
  { label: 'Portfolio', to: pathTo('adminPortfolio'), Icon: PortfolioIcon },
  { label: 'Team', to: pathTo('adminTeam'), Icon: TeamIcon },
  { label: 'Blogs', to: pathTo('adminBlogs'), Icon: BlogsIcon },
];

/** Below the five: what visitors write, an extension of ours. */
const messagesSection: AdminSection = {
  label: 'Messages',
  to: pathTo('adminMessages'),
  Icon: MailIcon,
};

/** Only while there is something to see. */
const intakeSection: AdminSection = {
  label: 'Waiting forms',
  to: pathTo('adminIntake'),
  Icon: InboxIcon,
};

/** A number at the end of a link; nothing for 0, and "99+" to the eye beyond two digits. */
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
