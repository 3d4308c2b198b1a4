import { Link, useLocation, useNavigate } from 'react-router-dom';
import { forgotPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { useSite } from '../../site-info.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { ThemeContext } from '../../ui/theme.ts';
import { useThemeChoice } from '../../ui/theme-choice.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginScreen.module.css';
import { landingPath } from './landing.ts';

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
          <h1 className={styles.title}>Sign in</h1>
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
