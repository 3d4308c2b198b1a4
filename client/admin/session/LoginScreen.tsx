import { Link, useLocation, useNavigate } from 'react-router-dom';
import { forgotPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import { mayDo } from '#shared/roles.ts';
import { readApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchSession } from '../../api/session.ts';
import { useSite } from '../../site-info.ts';
import { PageTitle } from '../../ui/PageHead.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { ThemeContext } from '../../ui/theme.ts';
import { useThemeChoice } from '../../ui/theme-choice.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { browserFlag } from '../shared/first-steps/browser-flag.ts';
import { nextPath } from './guard.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';

/** Set once an owner was led to the first form of the site. Without storage it counts as set. */
const shown = browserFlag('studio-first-steps-shown', true);

/**
 * Returns the path to open after sign-in: the wanted one. Without a wanted path, an owner of an engine without own
 * content, whose site is still the sample company, lands once on the first form of the site.
 */
async function landingPath(search: string) {
  const path = nextPath(search);
  if (path !== pathTo('adminDashboard') || shown.isSet()) return path;
  if (!(await needsFirstSteps().catch(() => false))) return path;
  shown.set();
  return pathTo('adminSite');
}

async function needsFirstSteps() {
  const { user } = await fetchSession();
  // A host without roles is a foreign one, which has no sample content.
  if (user?.role === undefined || !mayDo(user.role, 'site')) return false;
  // A list from before the sign-in may not cover the calls of the admin area.
  queryClient.removeQueries({ queryKey: hostCallsQuery.queryKey });
  const { missing } = await queryClient.fetchQuery(hostCallsQuery);
  if (missing.includes('getSample')) return false;
  const [{ origin, read_only }, { own }] = await Promise.all([readApi('getSite'), readApi('getSample')]);
  return origin === 'sample' && !read_only && Object.values(own).every((count) => count === 0);
}

export { redirectSignedIn as loader } from './guard.ts';

/** The login page, /admin/login. It is outside the admin layout (docs/product.md §2). */
export function Component() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { name } = useSite();
  const [theme] = useThemeChoice();
  const canReset = useHostSupports('getPeople') === true;
  return (
    <div className={styles.screen}>
      <PageTitle>Sign in</PageTitle>
      <meta name="robots" content="noindex" />
      <Pattern className={styles.art} seed="sign-in" columns={6} rows={8} palette="accent" hero />
      <main className={styles.main} tabIndex={-1}>
        <Link className={styles.brand} to={pathTo('home')} aria-label={`${name}, home page`}>
          <ThemeContext value={theme}>
            <Wordmark />
          </ThemeContext>
        </Link>
        <div className={styles.form}>
          <h1 className="type-title">Sign in</h1>
          <p className={styles.text}>This is where the people of {name} write and publish.</p>
          <LoginForm onSignedIn={async () => navigate(await landingPath(search), { replace: true })} />
          {canReset && (
            // A plain link rather than one of the router, because the server renders that page.
            <a className={styles.forgot} href={forgotPath}>
              Forgot your password?
            </a>
          )}
        </div>
        <Link className={styles.back} to={pathTo('home')}>
          Back to the site
        </Link>
      </main>
    </div>
  );
}
