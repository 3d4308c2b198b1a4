import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { type MailTemplate, placeholderList, templateChangeSchema } from '#shared/schemas/letter.ts';
import { readApi } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loader } from '../../ui/Loader.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { CallForm, useCall, useQuestion } from '../shared/calls.tsx';
import {
  LetterFields,
  type LetterWords,
  QueuedMailsNotice,
  templateLabels,
} from '../shared/mails/LetterFields.tsx';
import { QueryFailed } from '../shared/PagedList.tsx';
import styles from './MailTemplatesScreen.module.css';

/** Templates of mails to candidates. */
export function Component() {
  const query = useQuery(callQuery('getMailTemplates'));
  return (
    <>
      <ScreenHeader title="Mail templates" />
      {query.data ? (
        <Templates {...query.data} />
      ) : query.error ? (
        <QueryFailed what="templates" query={query} />
      ) : (
        <Loader label="Loading the templates" />
      )}
    </>
  );
}

function Templates({ sends, templates }: CallData<'getMailTemplates'>) {
  const [open, setOpen] = useState<MailTemplate>();
  return (
    <>
      {sends === 0 && (
        <div className={styles.note}>
          <QueuedMailsNotice />
        </div>
      )}
      <ul className={styles.list}>
        {templates.map((template) => (
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
  const { name } = template;
  const { make: reset } = useCall('resetMailTemplate', {
    done: deskMessages['letter.templateReset'],
    refresh: 'getMailTemplates',
  });
  const [ask, question] = useQuestion((discard: () => Promise<unknown>) => ({
    title: 'Reset to the original text?',
    text: 'The changed text is lost, for all colleagues.',
    confirmLabel: 'Use the original text',
    busyLabel: deskMessages['busy.editing'],
    onConfirm: async () => {
      if (await reset({ body: { name } })) void discard().then(onClose);
    },
  }));
  return (
    <CallForm<LetterWords>
      title={`Template: ${templateLabels[name]}`}
      draftKey={`mail-template:${name}`}
      stored={wordsOf(template)}
      version={template.updated_at}
      rules={templateChangeSchema.shape}
      call="saveMailTemplate"
      also={{ name }}
      done={deskMessages['letter.templateSaved']}
      kind="getMailTemplates"
      reload={async () => {
        const { templates } = await readApi('getMailTemplates');
        const newest = templates.find((each) => each.name === name) ?? template;
        return { stored: wordsOf(newest), version: newest.updated_at };
      }}
      onClose={onClose}
      actions={({ busy, discardChanges }) =>
        template.is_own === 1 && (
          <Button variant="quiet" disabled={busy} onClick={() => ask(discardChanges)}>
            Original text
          </Button>
        )
      }
    >
      {(bind) => (
        <>
          <LetterFields
            bind={bind}
            hint={`Placeholders are filled in for each person: ${placeholderList}. Gaps such as (?salary) have to be filled in before a mail is sent.`}
          />
          {question}
        </>
      )}
    </CallForm>
  );
}

function wordsOf({ subject, body }: LetterWords) {
  return { subject, body };
}
