import { useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import styles from './DeleteAccountScreen.module.css';
import { DeletionSection } from './DeletionForm.tsx';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(formTokenQuery), reads.side(hostCallsQuery)]);

/**
 * /delete-account: the page that app stores require. It works without signing in. It names the apps and their
 * developers, the steps, the data that is deleted, and the data that is retained and for how long. `?app=id` chooses
 * an app.
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
        {/*
         * With this key, choosing another app mounts a new form, so that text typed for one app is not sent for
         * another.
         */}
        <DeletionSection key={chosen?.id} chosen={chosen} />
      </div>
    </div>
  );
}

/** The apps and their developers, with the names that they have in the stores. */
function AppsAndDevelopers({ apps }: { apps: readonly SiteApp[] }) {
  const { name } = useSite();
  if (apps.length === 0) return <p className={styles.developer}>This applies to every app of {name}.</p>;
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

/** The steps that the person takes, and those that the company takes. */
function Steps() {
  return (
    <section aria-labelledby="steps">
      <h2 className={styles.heading} id="steps">
        How it works
      </h2>
      <ol className={classNames(layout.numbered, styles.steps)}>
        <li>Fill in the form: the app, the account and an email address where we can reach you.</li>
        <li>You see right away by which day it will be done.</li>
        <li>
          We make sure that the account is yours, and may write to you to check: no one else should be able to
          have it deleted.
        </li>
        <li>
          We delete the account and everything that belongs to it within {limits.accountDeletionDays} days of
          your request.
        </li>
      </ol>
    </section>
  );
}

/** The data that is deleted or retained, for each app, and how long the request itself is stored. */
function AccountData({ apps }: { apps: readonly SiteApp[] }) {
  return (
    <section aria-labelledby="data">
      <h2 className={styles.heading} id="data">
        What is deleted and what is kept
      </h2>
      <div className={styles.data}>
        {apps.length === 0 && <p>The account is deleted, along with everything the app stores with it.</p>}
        {apps.map((app) => (
          <div key={app.id} className={styles.appData}>
            {apps.length > 1 && (
              <h3 className={styles.appName} dir="auto">
                {app.name}
              </h3>
            )}
            <DataList title="Deleted" lines={app.deleted_data} none="Nothing is listed." />
            <DataList title="Kept" lines={app.kept_data} none="Nothing." />
          </div>
        ))}
        <p className={styles.note}>
          We keep your request itself, so that we can show that we did what you asked. It is erased{' '}
          {limits.trashDays} days after we remove it from our inbox; ask us if you want that sooner.
        </p>
      </div>
    </section>
  );
}

function DataList({ title, lines, none }: { title: string; lines: readonly string[]; none: string }) {
  return (
    <div>
      <p className={styles.kind}>{title}</p>
      {lines.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
