import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import type { MailTemplate } from '#shared/schemas/letter.ts';
import { callQuery } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loader } from '../../ui/Loader.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { QueuedMailsNotice, templateLabels } from '../shared/mails/LetterFields.tsx';
import { QueryFailed } from '../shared/PagedList.tsx';
import styles from './MailTemplatesScreen.module.css';
import { TemplateDialog } from './TemplateForm.tsx';

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
