import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import {
  hasPlaceholder,
  letterSendSchema,
  type MailTemplate,
  type MailTemplateName,
  placeholderList,
} from '#shared/schemas/letter.ts';
import { ApiError, reasonOf } from '../../../api/api-error.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { refresh } from '../../../api/call-query.ts';
import { randomKey } from '../../../api/random-key.ts';
import { FormDialogBody } from '../../../forms/FormDialog.tsx';
import { bindFields, useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { formatTime } from '../../../ui/dates.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Done } from '../calls.tsx';
import { FactList } from '../FactList.tsx';
import { EntityDialog } from '../RecordDialog.tsx';
import { LetterFields, type LetterWords, QueuedMailsNotice, templateLabels } from './LetterFields.tsx';
import styles from './MailDialog.module.css';
import { cancelMails, type SentMails, templatesForQuery } from './WrittenMails.tsx';

/** Recipient of a mail. The name may be unknown if there are several recipients. */
export interface Addressee {
  id: Id;
  name?: string;
}

interface MailDialogProps {
  people: readonly Addressee[];
  /** The template that provides the initial text. */
  template: MailTemplateName;
  /** True if an invitation may move the person on; the form then asks, and `onClose` tells. */
  canMove: boolean;
  /** `sent` are the mails that were sent, if any; the caller reports them, and moves the person if `moves` is true. */
  onClose: (sent?: Done, moves?: boolean) => void;
}

/** Writes a mail to one candidate, or separate mails to several. */
export function MailDialog({ people, template, canMove, onClose }: MailDialogProps) {
  const [sent, setSent] = useState<{ skipped: SentMails['skipped']; done: Parameters<typeof onClose> }>();
  const whom = people.length === 1 ? (people[0]?.name ?? '1 applicant') : `${people.length} applicants`;
  if (sent) return <SkippedDialog skipped={sent.skipped} onClose={() => onClose(...sent.done)} />;
  return (
    <EntityDialog
      title={`Mail to ${whom}`}
      size="large"
      call="sendCandidateMails"
      what="templates"
      query={templatesForQuery(people.map(({ id }) => id))}
      submitLabel="Send"
      onClose={() => onClose()}
    >
      {(found) =>
        found && (
          <MailForm
            people={people}
            template={template}
            templates={found.templates}
            sends={found.sends === 1}
            canMove={canMove}
            onSent={(skipped, ...done) =>
              skipped.length > 0 ? setSent({ skipped, done }) : onClose(...done)
            }
          />
        )
      }
    </EntityDialog>
  );
}

interface MailFormProps extends Pick<MailDialogProps, 'people' | 'template' | 'canMove'> {
  templates: readonly MailTemplate[];
  sends: boolean;
  onSent: (skipped: SentMails['skipped'], ...done: Parameters<MailDialogProps['onClose']>) => void;
}

interface Values {
  template: string;
  subject: string;
  body: string;
  hold: boolean;
  moves: boolean;
  again: boolean;
}

function MailForm({ people, template, templates, sends, canMove, onSent }: MailFormProps) {
  const queries = useQueryClient();
  // Idempotency key: if the form is sent again after a failure, no mail is sent twice.
  const [key] = useState(() => randomKey());
  const [asksAgain, setAsksAgain] = useState(false);
  const preview = useMutation({
    mutationFn: (words: LetterWords) =>
      readApi('previewCandidateMail', { body: { id: people[0]?.id, ...words } }),
  });
  const ids = people.map(({ id }) => id);
  const first = templates.find(({ name }) => name === template);
  const state = useResourceForm<Values>({
    // A mail to several recipients has no draft, because the draft would be restored for other recipients too. For
    // one recipient, each template has its own draft, so that an admin who writes a rejection does not get the draft
    // of an invitation.
    draftKey: people.length === 1 ? `candidate-mail:${ids[0]}:${template}` : undefined,
    stored: {
      template,
      subject: first?.subject ?? '',
      body: first?.body ?? '',
      hold: true,
      moves: true,
      again: false,
    },
    rules: { subject: letterSendSchema.shape.subject, body: letterSendSchema.shape.body },
    fields: ['subject', 'body'],
    save: ({ hold, again, moves: _moves, ...words }, { signal }) =>
      callApi('sendCandidateMails', {
        body: { ...words, ids, key, hold: hold ? 1 : 0, again: asksAgain && again ? 1 : 0 },
        signal,
      }),
    onSaved: (answer) => {
      const sent = answer.data as SentMails;
      refresh(queries, 'getCandidateMails');
      const mails = sent.mails.map(({ id }) => id);
      const done = sentMails(sent.mails, sends, () => cancelMails(queries, mails));
      onSent(sent.skipped, done, done && isInvite && moves);
    },
    onFailed: (error) => {
      // Some mails may have been queued before the failure, so the list of mails is fetched again.
      refresh(queries, 'getCandidateMails');
      if (error instanceof ApiError && /JustMailed$/i.test(error.code)) setAsksAgain(true);
    },
  });
  const { form, busy } = state;
  const [hold, subject, body, moves] = form.watch(['hold', 'subject', 'body', 'moves']);
  const isInvite = canMove && form.watch('template') === 'invite';
  const look = async () => {
    if (await form.trigger(['subject', 'body'], { shouldFocus: true })) preview.mutate({ subject, body });
  };
  const choose = (name: string) => {
    const chosen = templates.find((each) => each.name === name);
    if (!chosen) return;
    form.setValue('subject', chosen.subject, { shouldDirty: true });
    form.setValue('body', chosen.body, { shouldDirty: true });
    form.clearErrors();
  };
  return (
    <FormDialogBody
      submitLabel={hold ? 'Send in an hour' : 'Send now'}
      busyLabel={messages['busy.submitting']}
      state={state}
      actions={
        <Button variant="quiet" disabled={busy} onClick={() => void look()}>
          Preview
        </Button>
      }
    >
      {!sends && <QueuedMailsNotice />}
      <Select
        label="Template"
        options={templates.map(({ name }) => ({ value: name, label: templateLabels[name] }))}
        readOnly={busy}
        {...form.register('template', { onChange: (event) => choose(event.target.value) })}
      />
      <LetterFields
        bind={bindFields(form, busy)}
        hint={
          ids.length > 1 || hasPlaceholder(subject + body)
            ? `Filled in for each person: ${placeholderList}.`
            : undefined
        }
      />
      <Checkbox
        label="Hold it for an hour, so that it can be cancelled"
        readOnly={busy}
        {...form.register('hold')}
      />
      {isInvite && <Checkbox label="Move to Interview" readOnly={busy} {...form.register('moves')} />}
      {asksAgain && <Checkbox label="Send it anyway" readOnly={busy} {...form.register('again')} />}
      {preview.error && (
        <div ref={(box) => box?.scrollIntoView({ block: 'nearest' })}>
          <Notice>{reasonOf(preview.error)}</Notice>
        </div>
      )}
      {/* The preview is shown only while subject and text are those from which it was made. */}
      {preview.data && preview.variables?.subject === subject && preview.variables.body === body && (
        <LetterPreview mail={preview.data} />
      )}
    </FormDialogBody>
  );
}

/** Returns in words when the mails will be sent, and how to cancel them while they wait; undefined if there are none. */
function sentMails(mails: SentMails['mails'], sends: boolean, undo: Done['undo']) {
  if (mails.length === 0) return undefined;
  const what = mails.length === 1 ? 'Mail' : `${mails.length} mails`;
  const held = mails.find((mail) => mail.state === 'held');
  if (held) return { text: `${what} held until ${formatTime(Date.parse(held.send_at))}`, undo };
  return sends ? { text: `${what} on the way` } : { text: `${what} waiting for a mail server`, undo };
}

/** Lists the people to whom no mail is sent, and the reasons. Mails to the other people were accepted. */
function SkippedDialog({ skipped, onClose }: { skipped: SentMails['skipped']; onClose: () => void }) {
  return (
    <Dialog
      open
      title={skipped.length === 1 ? 'One was not mailed' : `${skipped.length} were not mailed`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="stack2">
        {skipped.map(({ applicant, name, reason }) => (
          <li key={applicant}>
            <bdi>{name || 'Somebody'}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Elements that the product's mails consist of. Of any other element, only the text is shown. */
const tags = new Set([
  'BODY',
  'DIV',
  'P',
  'BLOCKQUOTE',
  'TABLE',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'STRONG',
  'A',
  'BR',
]);

/**
 * Converts the HTML of a mail to elements for our page. Known elements retain their styles and text directions; URLs,
 * scripts and pictures are left out. Styles are set by script, because the page's CSP refuses style attributes in
 * HTML.
 */
function letterElement(html: string) {
  // The pattern matches only attributes, because quotes in the mail's texts are escaped.
  const { body } = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  for (const element of [body, ...body.querySelectorAll<HTMLElement>('*')]) {
    if (!tags.has(element.tagName)) {
      element.replaceWith(element.textContent ?? '');
      continue;
    }
    const { look = '' } = element.dataset;
    for (const { name } of [...element.attributes])
      if (name !== 'dir' && name !== 'scope') element.removeAttribute(name);
    element.style.cssText = look;
  }
  const letter = document.createElement('div');
  letter.style.cssText = body.style.cssText;
  letter.dir = body.dir;
  letter.append(...body.childNodes);
  return letter;
}

/**
 * A mail as its recipient will see it. Takes the focus when it appears, because it is below the fields.
 */
function LetterPreview({ mail }: { mail: CallData<'previewCandidateMail'> }) {
  const section = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a shadow root, so that the page's styles do not apply to the mail.
    const root = place.current?.shadowRoot ?? place.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(letterElement(mail.html));
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [mail]);
  return (
    <section ref={section} className={styles.preview} aria-label="Preview" tabIndex={-1}>
      <FactList
        className={styles.head}
        facts={{
          To: <bdi>{mail.to}</bdi>,
          'Reply-To': <bdi>{mail.reply_to ?? 'the address of the site'}</bdi>,
          Subject: <span dir="auto">{mail.subject}</span>,
        }}
      />
      <div ref={place} className={styles.html} />
    </section>
  );
}
