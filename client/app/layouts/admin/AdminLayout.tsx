import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  Link,
  NavLink,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router-dom';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import type { SessionState, SessionUser } from '#shared/schemas/session.ts';
import { usePaletteKey } from '../../../admin/palette/use-palette-key.ts';
import { maySee, ScreenForRole, screenAt, screens } from '../../../admin/screens.tsx';
import { AccountMenu, ChangePasswordDialog } from '../../../admin/session/AccountMenu.tsx';
import { type Guarded, loginPath } from '../../../admin/session/guard.ts';
import { SessionGuard } from '../../../admin/session/SessionGuard.tsx';
import { RefusedContext, RoleContext, setRole, useMay, useRoleMay } from '../../../admin/shared/access.tsx';
import { useQuestion } from '../../../admin/shared/calls.tsx';
import {
  unreadMessagesQuery,
  usePendingCounts,
  useSiteStatus,
  useStatusAfterFailures,
} from '../../../api/desk-status.ts';
import { hostCallsQuery, useHostSupports } from '../../../api/host-support.ts';
import { onSignedOut, signOut } from '../../../api/session.ts';
import { countDrafts } from '../../../forms/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import {
  AlertIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  CloseIcon,
  InboxIcon,
  LogoutIcon,
  MenuIcon,
  SearchIcon,
  SettingsIcon,
} from '../../../ui/icons.tsx';
import { PageTitle } from '../../../ui/PageHead.tsx';
import { ThemeContext } from '../../../ui/theme.ts';
import { useThemeChoice } from '../../../ui/theme-choice.ts';
import { notify } from '../../../ui/toast.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { SkipLink, VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import '../../../admin/shared/pieces.css';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../../site-info.ts';
import { readStored, writeStored } from '../../../stored.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import styles from './AdminLayout.module.css';
import sidebarStyles from './Sidebar.module.css';
import bannerStyles from './StatusBanner.module.css';
import { type StatusNote, statusNotes } from './status-notes.ts';

/** The command palette is loaded only when a person opens it. */
const Palette = lazy(() => import('../../../admin/palette/Palette.tsx'));

export { guardAdmin as loader } from '../../../admin/session/guard.ts';

/**
 * Does not run the guard again when only search params (filters, page numbers) change, because the calls of the
 * screens notice an ended session. If the URL is unchanged, as after the button "Try again", the guard runs again.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && currentUrl.href === nextUrl.href;

/**
 * The layout of the admin area, which is titled "Dashboard". The sidebar is next to the screen; on small screens it
 * slides in (docs/product.md §2).
 */
export function Component() {
  const guarded = useLoaderData<Guarded>();
  if ('failure' in guarded) return <GuardFailure message={guarded.failure.message} />;
  return <Area first={guarded.session} />;
}

const none: readonly string[] = [];

function Area({ first }: { first: SessionState }) {
  const [session, setSession] = useState(first);
  const { startLogout, loggingOut, question } = useLogout();
  const follow = (next: SessionState) => {
    setRole(next.user?.role);
    setSession(next);
  };
  const { refused = none } = useQuery(hostCallsQuery).data ?? {};
  return (
    <SessionGuard session={session} onSession={follow} onSignOut={startLogout}>
      <RoleContext value={session.user?.role}>
        <RefusedContext value={refused}>
          <Frame user={session.user} loggingOut={loggingOut} onLogout={startLogout} />
        </RefusedContext>
      </RoleContext>
      {question}
    </SessionGuard>
  );
}

interface FrameProps {
  user: SessionUser | undefined;
  loggingOut: boolean;
  onLogout: () => void;
}

function Frame({ user, loggingOut, onLogout }: FrameProps) {
  const [theme, chooseTheme] = useThemeChoice();
  const [open, setOpen] = useState(false);
  const [changingPassword, setChangingPassword] = useState(false);
  const [finding, setFinding] = useState(false);
  const counts = usePendingCounts();
  const isCounted = useHostSupports('deskCounts');
  const { data: unread } = useQuery({ ...unreadMessagesQuery(), enabled: isCounted === false });
  const told = useSiteStatus();
  const wide = useMediaQuery('from-lg');
  const close = () => setOpen(false);
  const find = () => {
    close();
    setFinding(true);
  };
  usePaletteKey(find);
  function changePassword() {
    close();
    setChangingPassword(true);
  }
  const sidebar = (
    <Sidebar
      counts={{
        [routes.adminApplicants]: counts?.unread_applicants,
        [routes.adminMessages]: counts?.new_messages ?? unread ?? 0,
        [routes.adminIntake]: told && told.status.intake.waiting + told.status.intake.needs_person,
      }}
      onFollow={close}
      onFind={find}
    >
      <AccountMenu
        user={user}
        theme={theme}
        onTheme={chooseTheme}
        onChangePassword={changePassword}
        onFollow={close}
      />
      <Button variant="quiet" className={styles.logout} onClick={onLogout} busy={loggingOut}>
        <LogoutIcon />
        Logout
      </Button>
    </Sidebar>
  );
  return (
    <ThemeContext value={theme}>
      <div className={styles.layout}>
        <meta name="robots" content="noindex" />
        <SkipLink />
        {wide ? (
          <aside className={styles.side}>{sidebar}</aside>
        ) : (
          <>
            <header className={styles.bar}>
              <IconButton
                label="Open menu"
                aria-expanded={open}
                aria-haspopup="dialog"
                onClick={() => setOpen(true)}
              >
                <MenuIcon />
              </IconButton>
              <p className="type-subheading">Dashboard</p>
              <IconButton className={styles.find} label="Find anything" aria-haspopup="dialog" onClick={find}>
                <SearchIcon />
              </IconButton>
            </header>
            <Drawer open={open} onClose={close}>
              {sidebar}
            </Drawer>
          </>
        )}
        <div className={styles.column}>
          <StatusBanner told={told} />
          <main className={styles.main} id="main" tabIndex={-1}>
            <ScreenForRole>
              <Outlet />
            </ScreenForRole>
          </main>
        </div>
        {finding && (
          <Suspense fallback={null}>
            <Palette
              onClose={() => setFinding(false)}
              onLogout={onLogout}
              onChangePassword={changePassword}
            />
          </Suspense>
        )}
        {changingPassword && (
          <ChangePasswordDialog email={user?.email} onClose={() => setChangingPassword(false)} />
        )}
      </div>
    </ThemeContext>
  );
}

/** Shown if the server could not find out who is signed in. The session is not ended. */
function GuardFailure({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <main className={styles.failure} tabIndex={-1}>
      <PageTitle>Dashboard</PageTitle>
      <ErrorState
        level={1}
        title="The dashboard cannot be opened at the moment"
        text={message}
        onRetry={() => void revalidate()}
        busy={state === 'loading'}
      />
    </main>
  );
}

/**
 * The sidebar on small screens: slides in above a dim overlay. The overlay, Esc and ✕ close it (docs/product.md §2).
 */
function Drawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal({ dialog, open, dismissable: true, onClose });
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label="Dashboard menu">
      <IconButton className={styles.close} label="Close menu" onClick={onClose}>
        <CloseIcon />
      </IconButton>
      {children}
    </dialog>
  );
}

/**
 * Logout of docs/product.md §2: removes the sign-in flag and shows the login page, even if the server cannot be
 * reached. Clears the data that this tab has cached. After a logout in another tab, this one shows the login page, too.
 */
function useLogout() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [loggingOut, setLoggingOut] = useState(false);
  /** True during a logout: when the admin screens are unmounted, the cached queries are cleared. */
  const isLeaving = useRef(false);

  // Clears the cache only when all admin screens are unmounted. A screen that renders again while the login page
  // loads would otherwise fetch the cleared data again.
  useEffect(
    () => () => {
      if (isLeaving.current) queries.clear();
    },
    [queries],
  );

  const leave = useEffectEvent(async () => {
    notify.withdrawUndos();
    isLeaving.current = true;
    // Running queries would fail, because the session has ended.
    await queries.cancelQueries();
    await navigate(loginPath());
  });
  useEffect(() => onSignedOut(() => void leave()), []);

  /** Asks for confirmation if there are drafts, because logging out deletes them. */
  async function askToLogout() {
    const found = await countDrafts();
    if (found > 0) ask(found);
    else await logout();
  }

  async function logout() {
    setLoggingOut(true);
    try {
      await signOut();
    } catch {
      notify.error(messages['logout.notTold']);
    }
  }

  const [ask, question] = useQuestion((drafts: number) => ({
    title: 'Log out and lose drafts?',
    text:
      drafts === 1
        ? 'One draft on this device has not been saved. It will be deleted when you log out.'
        : `${drafts} drafts on this device have not been saved. They will be deleted when you log out.`,
    confirmLabel: 'Log out',
    busyLabel: messages['busy.submitting'],
    onConfirm: logout,
  }));
  return { startLogout: () => void askToLogout(), loggingOut, question };
}

interface SidebarProps {
  /** For the screen at a path, the number of its entries that wait for a person. */
  counts: Partial<Record<string, number>>;
  onFollow: () => void;
  onFind: () => void;
  /** The end of the sidebar. */
  children: ReactNode;
}

/** The content of the sidebar, next to the page or in the drawer. NavLink marks the active link with aria-current. */
function Sidebar({ counts, onFollow, onFind, children }: SidebarProps) {
  const { name } = useSite();
  const may = useRoleMay();
  const { data: host } = useQuery(hostCallsQuery);
  const links = screens.filter(
    ({ call, needsCall, to }) =>
      may(call) &&
      !(needsCall && host?.missing.includes(call)) &&
      // The link to waiting forms is shown only while forms are waiting.
      (to !== routes.adminIntake || counts[to]),
  );
  const linksTo = (part: (typeof links)[number]['part']) =>
    links
      .filter((screen) => screen.part === part)
      .map(({ title, to, Icon }) => (
        <li key={to}>
          <NavLink className={sidebarStyles.link} to={to} onClick={onFollow}>
            {Icon && <Icon />}
            {title}
            <Count count={counts[to]} what={to === routes.adminIntake ? 'waiting' : 'unread'} />
          </NavLink>
        </li>
      ));
  const settings = linksTo('settings');
  return (
    <div className={sidebarStyles.sidebar}>
      <Link className={sidebarStyles.brand} to={pathTo('home')} aria-label={`${name}, to the site`}>
        <Wordmark />
      </Link>
      <p className={sidebarStyles.title}>Dashboard</p>
      <button type="button" className="line3 note box sideItem" aria-haspopup="dialog" onClick={onFind}>
        <SearchIcon />
        Find anything
        <span className={sidebarStyles.atEnd} aria-hidden="true">
          {findKeys}
        </span>
      </button>
      <nav className={sidebarStyles.nav} aria-label="Dashboard">
        <ul className={sidebarStyles.links}>{linksTo('work')}</ul>
        <ul className={sidebarStyles.links}>{linksTo('inbox')}</ul>
        {settings.length > 0 && <Settings>{settings}</Settings>}
      </nav>
      <div className={sidebarStyles.end}>{children}</div>
    </div>
  );
}

/** The links to the settings: hidden until a person opens them or one of their screens. */
function Settings({ children }: { children: ReactNode }) {
  const isHere = screenAt(useLocation().pathname)?.part === 'settings';
  const [shown, setShown] = useState({ isHere, open: isHere });
  if (shown.isHere !== isHere) setShown({ isHere, open: isHere });
  const { open } = shown;
  return (
    <div className={sidebarStyles.links}>
      <button
        type="button"
        className={sidebarStyles.link}
        aria-expanded={open}
        onClick={() => setShown({ isHere, open: !open })}
      >
        <SettingsIcon />
        Settings
        <span className={sidebarStyles.atEnd}>{open ? <ChevronUpIcon /> : <ChevronDownIcon />}</span>
      </button>
      {open && <ul className={sidebarStyles.links}>{children}</ul>}
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
      <span className={sidebarStyles.count} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <VisuallyHidden>
        {' '}
        {count} {what}
      </VisuallyHidden>
    </>
  );
}

/**
 * Notes for operators, above every screen. Empty if there is no problem, or while the status is unknown. The element
 * itself is always rendered, because screen readers announce only changes inside an element that existed before.
 */
function StatusBanner({ told }: { told: ReturnType<typeof useSiteStatus> }) {
  const [dismissed, setDismissed] = useState(readDismissed);
  const { pathname } = useLocation();
  useStatusAfterFailures();
  useEffect(() => onSignedOut(() => writeStored(key, null, ofTab)), []);
  // A dismissed note is shown again when its weight rises. One that leads to the open screen is not needed there.
  const notes = (told ? statusNotes(told.status, told.at) : []).filter(
    ({ kind, weight, link }) =>
      weight === undefined || (link?.to !== pathname && weight > (dismissed[kind] ?? -1)),
  );
  const dismiss = ({ kind, weight = 0 }: StatusNote) => {
    const next = { ...dismissed, [kind]: weight };
    writeStored(key, JSON.stringify(next), ofTab);
    setDismissed(next);
  };
  return (
    <div role="status" aria-atomic="false">
      {notes.map((note) => (
        <Note key={note.kind} note={note} onDismiss={() => dismiss(note)} />
      ))}
    </div>
  );
}

function Note({ note, onDismiss }: { note: StatusNote; onDismiss: () => void }) {
  const { kind, tone, text, aside, link, weight } = note;
  const may = useMay();
  return (
    <div className={classNames(bannerStyles.note, bannerStyles[tone])}>
      {kind === 'intake' ? <InboxIcon size={18} /> : <AlertIcon size={18} />}
      <p className={bannerStyles.text}>
        {text}
        {aside && <span aria-live="off"> {aside}</span>}
        {link && maySee(may, link.to) && (
          <>
            {' '}
            <Link className={bannerStyles.link} to={link.to}>
              {link.label}
            </Link>
          </>
        )}
      </p>
      {weight !== undefined && (
        <IconButton className={bannerStyles.dismiss} label={`Dismiss: ${text}`} onClick={onDismiss}>
          <CloseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}

/** Key of the weights of dismissed notes in the storage of this tab: they stay dismissed until the admin signs out. */
const key = 'dismissedNotes';
const ofTab = () => sessionStorage;

const readDismissed = (): Record<string, number> => JSON.parse(readStored(key, ofTab) ?? '{}');
