import { Link } from 'react-router-dom';
import { formatDay } from '#shared/dates.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formAnchors } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { deletion } from '#shared/words/en/deletion.ts';
import type { Words } from '#shared/words/words.ts';
import { callApi } from '../../api/call.ts';
import { emptyTexts, useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, UsedCharacters, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { type OnSent, VisitorSection } from '../../forms/visitor/VisitorSection.tsx';
import { useSite } from '../../site-info.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { asNode, useWords } from '../../words.ts';
import styles from './DeletionForm.module.css';

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
export function DeletionSection({ chosen }: { chosen: SiteApp | undefined }) {
  const words = useWords(deletion);
  return (
    <VisitorSection
      form="deletion"
      call="requestAccountDeletion"
      path={deletionPath(chosen)}
      title={words('deletion.send')}
      classes={styles}
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
