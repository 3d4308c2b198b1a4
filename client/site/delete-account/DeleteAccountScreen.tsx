import { useSearchParams } from 'react-router-dom';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { hostCallsQuery } from '../../api/host-calls.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { AccountData } from './AccountData.tsx';
import styles from './DeleteAccountScreen.module.css';
import { DeletionPart } from './DeletionPart.tsx';
import { Steps } from './Steps.tsx';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(formTokenQuery), reads.side(hostCallsQuery)]);

/**
 * /delete-account: what app stores ask for. It works without signing in, names app and developer, the steps, what is deleted,
 * what is kept and for how long. `?app=id` names the app.
 */
export function Component() {
  const { apps } = useSite();
  const [params] = useSearchParams();
  const chosen = apps.find(({ id }) => id === params.get('app'));
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <TopLevelPageHead
        title={chosen ? `Delete your ${chosen.name} account` : 'Delete your account'}
        description="How to delete your account for one of our apps: what is deleted, what we keep and for how long. No sign-in needed."
        path={pathTo('deleteAccount')}
      />
      <header className={styles.head}>
        <h1 className={styles.title}>
          {chosen ? (
            <>
              Delete your <bdi>{chosen.name}</bdi> account
            </>
          ) : (
            'Delete your account'
          )}
        </h1>
        <div className={styles.intro}>
          <p>
            Ask us here to delete an account and everything stored with it. You do not have to sign in or have
            the app installed.
          </p>
          <AppsAndDevelopers apps={chosen ? [chosen] : apps} />
          <a className={styles.down} href={`#${formAnchors.deletion}`}>
            To the form
          </a>
        </div>
      </header>
      <div className={styles.parts}>
        <div className={styles.explanation}>
          <Steps />
          <AccountData apps={chosen ? [chosen] : apps} />
        </div>
        {/* Another app is another form: what was typed for one account is not asked of another. */}
        <DeletionPart key={chosen?.id} chosen={chosen} />
      </div>
    </div>
  );
}

/** App and developer, under the names that the stores show. */
function AppsAndDevelopers({ apps }: { apps: readonly SiteApp[] }) {
  const { name } = useSite();
  if (apps.length === 0) return <p className={styles.developer}>This holds for every app of {name}.</p>;
  return (
    <ul className={styles.apps}>
      {apps.map((app) => (
        <li key={app.id}>
          <strong>
            <bdi>{app.name}</bdi>
          </strong>{' '}
          <span className={styles.developer}>
            by <bdi>{app.developer}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
