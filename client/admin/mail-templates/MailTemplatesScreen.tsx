import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { type MailTemplate, placeholderList, templateChangeSchema } from '#shared/schemas/letter.ts';
import { callApi, readApi } from '../../api/call.ts';
import { callQuery, refresh } from '../../api/call-query.ts';
import { isCallMissing, useHostSupports } from '../../api/host-support.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { QueryFailed } from '../shared/ListFailed.tsx';
import { LetterFields, type LetterWords } from '../shared/mails/LetterFields.tsx';
import { QueuedMailsNotice } from '../shared/mails/QueuedMailsNotice.tsx';
import { templateLabels } from '../shared/mails/template-labels.ts';
import { useCall } from '../shared/use-call.ts';
import { useQuestion } from '../shared/use-question.tsx';
import styles from './MailTemplatesScreen.module.css';

export const loader = guardedLoader(() => {});

/** Templates of mails to candidates. */
export function Component() {
  return (
    <>
      <ScreenHeader title="Mail templates" />
      <Templates />
    </>
  );
}

function Templates() {
  const hostSupports = useHostSupports('getMailTemplates');
  const query = useQuery({ ...callQuery('getMailTemplates'), enabled: hostSupports === true });
  const { data, error } = query;
  const [open, setOpen] = useState<MailTemplate>();
  if (hostSupports === false || isCallMissing(error))
    return <EmptyState title="Mails to candidates" text={deskMessages['letter.notOffered']} />;
  if (!data) {
    return error ? <QueryFailed what="templates" query={query} /> : <Loader label="Loading the templates" />;
  }
  return (
    <>
      {data.sends === 0 && (
        <div className={styles.note}>
          <QueuedMailsNotice />
        </div>
      )}
      <ul className={styles.list}>
        {data.templates.map((template) => (
          <li key={template.name} className={styles.template}>
            <h2 className={styles.name}>{templateLabels[template.name]}</h2>
            <p className={styles.subject} dir="auto">
              {template.subject}
            </p>
            <p className={styles.body} dir="auto">
              {template.body}
            </p>
            <div className="row2 between">
              <span className={styles.by}>
                {template.is_own === 1 ? (
                  <>
                    <bdi>{template.who}</bdi> · {formatMoment(template.updated_at)}
                  </>
                ) : (
                  'Original text'
                )}
              </span>
              <Button
                variant="quiet"
                aria-label={`Edit ${templateLabels[template.name]}`}
                onClick={() => setOpen(template)}
              >
                Edit
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {open && <TemplateDialog key={open.name} template={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function TemplateDialog({ template, onClose }: { template: MailTemplate; onClose: () => void }) {
  const queries = useQueryClient();
  const { name } = template;
  const state = useResourceForm<LetterWords>({
    draftKey: `mail-template:${name}`,
    stored: wordsOf(template),
    version: template.updated_at,
    rules: templateChangeSchema.shape,
    save: (words, { version, signal }) =>
      callApi('saveMailTemplate', { body: { name, ...words, updated_at: version }, signal }),
    onSaved: () => {
      notify.success(deskMessages['letter.templateSaved']);
      refresh(queries, 'mailTemplate');
      onClose();
    },
    reload: async () => {
      const { templates } = await readApi('getMailTemplates');
      const newest = templates.find((each) => each.name === name) ?? template;
      return { stored: wordsOf(newest), version: newest.updated_at };
    },
  });
  const { make: reset } = useCall('resetMailTemplate', {
    done: deskMessages['letter.templateReset'],
    refresh: 'mailTemplate',
    onDone: () => void state.discardChanges().then(onClose),
  });
  const [ask, question] = useQuestion(() => ({
    title: 'Reset to the original text?',
    text: 'The changed text is lost, for all colleagues.',
    confirmLabel: 'Use the original text',
    busyLabel: deskMessages['busy.editing'],
    onConfirm: () => reset({ body: { name } }),
  }));
  return (
    <FormDialog
      title={`Template: ${templateLabels[name]}`}
      submitLabel="Save"
      busyLabel={deskMessages['busy.editing']}
      state={state}
      onClose={onClose}
      actions={
        template.is_own === 1 && (
          <Button variant="quiet" disabled={state.busy} onClick={ask}>
            Original text
          </Button>
        )
      }
    >
      <LetterFields
        form={state.form}
        busy={state.busy}
        hint={`Placeholders are filled in for each person: ${placeholderList}. Gaps such as (?salary) have to be filled in before a mail is sent.`}
      />
      {question}
    </FormDialog>
  );
}

function wordsOf({ subject, body }: LetterWords): LetterWords {
  return { subject, body };
}
