import { Link, useSearchParams } from 'react-router-dom';
import { formatDay } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { deletion } from '#shared/words/en/deletion.ts';
import type { Words } from '#shared/words/words.ts';
import { callApi } from '../../api/call.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import {
  FieldPair,
  type OnSent,
  UsedCharacters,
  VisitorForm,
  VisitorSection,
} from '../../forms/visitor/VisitorForm.tsx';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { NameText, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import styles from './DeleteAccountScreen.module.css';
import formStyles from './DeletionForm.module.css';

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

const fields = ['app_name', 'account_identifier', 'email', 'name', 'message'] as const;

/** Returns the labels of the fields, in the order of the form. */
function labelsOf(words: Words<typeof deletion>) {
  return {
    app_name: words('deletion.app_name'),
    account_identifier: words('deletion.account_identifier'),
    email: words('deletion.email'),
    name: words('deletion.name'),
    message: words('deletion.message'),
  };
}

interface DeletionFormProps {
  /** The app that is named in the URL; undefined if there is none. */
  chosen: SiteApp | undefined;
  onSent: OnSent;
}

/** Returns the path of this page, with the app for which it was opened. */
function deletionPath(chosen: SiteApp | undefined) {
  return pathTo('deleteAccount') + (chosen ? `?${new URLSearchParams({ app: chosen.id })}` : '');
}

/** The deletion form: the account, the app, and how to contact the account's owner. */
function DeletionForm({ chosen, onSent }: DeletionFormProps) {
  const words = useWords(deletion);
  const site = useSite();
  const only = site.apps.length === 1 ? site.apps[0] : undefined;
  const app = (chosen ?? only)?.name ?? '';
  const form = useVisitorForm({
    name: 'deletion',
    about: chosen?.id,
    fields,
    labels: labelsOf(words),
    empty: emptyTexts(fields, { app_name: app }),
    send: async (values, { formToken }) =>
      callApi('requestAccountDeletion', { body: { ...values, form_token: await formToken() } }),
    onSent,
  });
  return (
    <VisitorForm
      form={form}
      label={words('deletion.form')}
      submitLabel={words('deletion.send')}
      action={`${deletionPath(chosen)}#${formAnchors.deletion}`}
    >
      {site.apps.length > 0 ? (
        <Select
          required
          placeholder={words('deletion.choose')}
          options={site.apps.map(({ name }) => ({ value: name, label: name }))}
          {...form.field('app_name')}
        />
      ) : (
        <TextField dir="auto" maxLength={limits.line} required {...form.field('app_name')} />
      )}
      <TextField
        hint={words('deletion.accountHint')}
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.line}
        required
        {...form.field('account_identifier')}
      />
      <FieldPair>
        <TextField
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          {...form.field('email')}
        />
        <TextField dir="auto" autoComplete="name" maxLength={limits.line} {...form.field('name')} />
      </FieldPair>
      <TextField
        dir="auto"
        multiline
        rows={4}
        hint={<UsedCharacters control={form.control} name="message" limit={limits.message} />}
        {...form.field('message')}
      />
      <p className="note">
        {asNode(
          words.parts('deletion.use', {
            link: (text) => <Link to={pathTo('privacyPolicy')}>{asNode(text)}</Link>,
          }),
        )}
      </p>
    </VisitorForm>
  );
}

/** The deletion form, or the receipt with the day by which the account is deleted. */
function DeletionSection({ chosen }: { chosen: SiteApp | undefined }) {
  const words = useWords(deletion);
  return (
    <VisitorSection
      form="deletion"
      call="requestAccountDeletion"
      path={deletionPath(chosen)}
      title={words('deletion.send')}
      classes={formStyles}
      otherwise={words('deletion.byEmail')}
      subject={words('deletion.subject')}
      received={messages['message.deletionReceived']}
      againLabel={words('deletion.again')}
      labels={{
        ...labelsOf(words),
        name: words('deletion.nameSent'),
        message: words('deletion.messageSent'),
      }}
      next={({ texts, dueAt = '' }) => (
        <>
          <DueDay iso={dueAt} />
          <p>
            {texts
              ? asNode(
                  words.parts('deletion.check', {
                    email: () => <bdi className="strong">{texts.email}</bdi>,
                  }),
                )
              : words('deletion.checkUnnamed')}
          </p>
        </>
      )}
    >
      {(onSent) => <DeletionForm chosen={chosen} onSent={onSent} />}
    </VisitorSection>
  );
}

/** Shows the day by which the account is deleted, if the host has sent a date. */
function DueDay({ iso }: { iso: string }) {
  const words = useWords(deletion);
  const day = formatDay(iso, words.language);
  return (
    day && (
      <p className="type-subheading">
        {asNode(words.parts('deletion.done', { day: () => <time dateTime={iso}>{day}</time> }))}
      </p>
    )
  );
}
