import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { accountDeletionSchema } from '#shared/schemas/message.ts';
import type { SiteApp } from '#shared/schemas/site.ts';
import { callApi } from '../../../api/call.ts';
import { UsedCharacters } from '../../../forms/visitor/form/UsedCharacters.tsx';
import { FieldPair, VisitorForm } from '../../../forms/visitor/form/VisitorForm.tsx';
import { useVisitorForm } from '../../../forms/visitor/state/use-visitor-form.ts';
import { useSite } from '../../../site-info/site-info.ts';
import { Select } from '../../../ui/select/Select.tsx';
import { TextField } from '../../../ui/text-field/TextField.tsx';
import styles from './DeletionForm.module.css';

const fields = ['app_name', 'account_identifier', 'email', 'name', 'message'] as const;

/** A request that the host has taken. */
export interface SentRequest {
  texts: Record<(typeof fields)[number], string>;
  /** ISO time by which it is done. */
  dueAt: string;
  /** What the host said. */
  said: string | undefined;
}

interface DeletionFormProps {
  /** The app that the address names. */
  chosen: SiteApp | undefined;
  onSent: (sent: SentRequest) => void;
}

/** Which account, of which app, and where its owner is reached. */
export function DeletionForm({ chosen, onSent }: DeletionFormProps) {
  const site = useSite();
  const only = site.apps.length === 1 ? site.apps[0] : undefined;
  const app = (chosen ?? only)?.name ?? '';
  const form = useVisitorForm({
    name: 'deletion',
    about: chosen?.id,
    fields,
    start: { app_name: app },
    schema: accountDeletionSchema,
    send: (body) => callApi('requestAccountDeletion', { body }),
    onSent: ({ data, message }, texts) =>
      onSent({ texts, dueAt: data?.due_at ?? '', said: message || undefined }),
  });
  return (
    <VisitorForm
      form={form}
      label="Request for deletion"
      submitLabel="Ask for deletion"
      withoutScripts={
        <>
          This form needs JavaScript. You can also send a mail to{' '}
          <a href={`mailto:${site.email}?subject=Delete%20my%20account`}>{site.email}</a>: name the app and
          the account.
        </>
      }
    >
      {site.apps.length > 0 ? (
        <Select
          label="App"
          required
          placeholder="Choose the app"
          defaultValue={app}
          options={site.apps.map(({ name }) => ({ value: name, label: name }))}
          {...form.field('app_name')}
        />
      ) : (
        <TextField label="App" dir="auto" maxLength={limits.line} required {...form.field('app_name')} />
      )}
      <TextField
        label="Account"
        hint="What you sign in with in the app: user name, e-mail address or phone number. Never your password."
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.line}
        required
        {...form.field('account_identifier')}
      />
      <FieldPair>
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          {...form.field('email')}
        />
        <TextField
          label="Name (optional)"
          dir="auto"
          autoComplete="name"
          maxLength={limits.line}
          {...form.field('name')}
        />
      </FieldPair>
      <TextField
        label="Remark (optional)"
        dir="auto"
        multiline
        rows={4}
        hint={<UsedCharacters control={form.control} name="message" limit={limits.message} />}
        {...form.field('message')}
      />
      <p className={styles.privacy}>
        We use this to find and delete the account. <Link to={pathTo('privacyPolicy')}>Privacy</Link>
      </p>
    </VisitorForm>
  );
}
