import { useSearchParams } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { deletion } from '#shared/words/en/deletion.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { NameText, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
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
  const words = useWords(deletion);
  const { apps } = useSite();
  const [params] = useSearchParams();
  const chosen = apps.find(({ id }) => id === params.get('app'));
  return (
    <div className={classNames('page', styles.screen)}>
      <TopLevelPageHead
        title={chosen ? words('deletion.titleOf', { app: chosen.name }) : words('deletion.title')}
        description={words('deletion.description')}
        path={pathTo('deleteAccount')}
      />
      <header className={styles.head}>
        <h1 className={styles.title}>
          {chosen
            ? asNode(words.parts('deletion.headingOf', { app: () => <NameText>{chosen.name}</NameText> }))
            : words('deletion.title')}
        </h1>
        <div className={styles.intro}>
          <p>{words('deletion.intro')}</p>
          <AppsAndDevelopers apps={chosen ? [chosen] : apps} />
          <a className={styles.down} href={`#${formAnchors.deletion}`}>
            {words('deletion.toForm')}
          </a>
        </div>
      </header>
      <div className={styles.parts}>
        <div className="stack6">
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
  const words = useWords(deletion);
  const { name } = useSite();
  if (apps.length === 0) return <p className="soft">{words('deletion.everyApp', { name })}</p>;
  return (
    <ul className="stack">
      {apps.map((app) => (
        <li key={app.id}>
          {asNode(
            words.parts('deletion.by', {
              app: () => (
                <strong>
                  <NameText>{app.name}</NameText>
                </strong>
              ),
              developer: (text) => <span className="soft">{asNode(text)}</span>,
              name: () => <NameText>{app.developer}</NameText>,
            }),
          )}
        </li>
      ))}
    </ul>
  );
}

/** The steps that the person takes, and those that the company takes. */
function Steps() {
  const words = useWords(deletion);
  return (
    <section aria-labelledby="steps">
      <h2 className={styles.heading} id="steps">
        {words('deletion.how')}
      </h2>
      <ol className={classNames('numbered', styles.steps)}>
        <li>{words('deletion.step1')}</li>
        <li>{words('deletion.step2')}</li>
        <li>{words('deletion.step3')}</li>
        <li>{words('deletion.step4', { days: limits.accountDeletionDays })}</li>
      </ol>
    </section>
  );
}

/** The data that is deleted or retained, for each app, and how long the request itself is stored. */
function AccountData({ apps }: { apps: readonly SiteApp[] }) {
  const words = useWords(deletion);
  return (
    <section aria-labelledby="data">
      <h2 className={styles.heading} id="data">
        {words('deletion.what')}
      </h2>
      <div className={styles.data}>
        {apps.length === 0 && <p>{words('deletion.everything')}</p>}
        {apps.map((app) => (
          <div key={app.id} className={styles.appData}>
            {apps.length > 1 && (
              <WrittenText as="h3" className={styles.appName}>
                {app.name}
              </WrittenText>
            )}
            <DataList
              title={words('deletion.deleted')}
              lines={app.deleted_data}
              none={words('deletion.nothingListed')}
            />
            <DataList title={words('deletion.kept')} lines={app.kept_data} none={words('deletion.nothing')} />
          </div>
        ))}
        <p className="note">{words('deletion.request', { days: limits.trashDays })}</p>
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
            <WrittenText as="li" key={line}>
              {line}
            </WrittenText>
          ))}
        </ul>
      )}
    </div>
  );
}
