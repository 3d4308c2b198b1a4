import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answerSubject } from '#shared/reply-subject.ts';
import { answerInputSchema } from '#shared/schemas/desk.ts';
import type { Message } from '#shared/schemas/message.ts';
import { callApi } from '../../../api/call.ts';
import { randomKey } from '../../../api/random-key.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { notify } from '../../../ui/toast.ts';
import { FailedNote } from '../../shared/ListFailed.tsx';
import { WrittenMails } from '../../shared/mails/WrittenMails.tsx';
import { TextForm } from '../../shared/TextForm.tsx';
import { answersQuery, putMessage, refreshMessages, savedAnswersQuery } from '../queries.ts';

const answerFieldId = 'message-answer';

/** Moves the focus from the toolbar to the answer field. */
export function focusAnswer(): void {
  const field = document.getElementById(answerFieldId);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Answers that were sent from the admin area, and the form for the next one. */
export function Answers({ message, mayAnswer }: { message: Message; mayAnswer: boolean }) {
  const query = useQuery(answersQuery(message.id));
  const answers = query.data;
  return (
    <section className="stack4 ruled" aria-label="Answers">
      {query.error && !answers && <FailedNote what="answers" query={query} />}
      {answers && answers.length > 0 && <WrittenMails mails={answers} areAnswers />}
      {mayAnswer && <AnswerForm message={message} />}
    </section>
  );
}

/** Form that answers a message. */
function AnswerForm({ message }: { message: Message }) {
  const queries = useQueryClient();
  const { id, email } = message;
  const { data: saved = [] } = useQuery(savedAnswersQuery);
  // Idempotency key: if the server's answer is lost and the form is sent again, only one mail is sent.
  const key = useRef(randomKey());
  const insert = (form: UseFormReturn<Record<string, string>>, chosen: string) => {
    const found = saved.find((each) => String(each.id) === chosen);
    if (!found) return;
    const before = form.getValues('text')?.trimEnd();
    form.setValue('text', before ? `${before}\n\n${found.text}` : found.text, { shouldDirty: true });
    focusAnswer();
  };
  return (
    <TextForm
      draftKey={`message-answer:${id}`}
      name="text"
      rule={answerInputSchema.shape.text}
      save={({ text }, signal) =>
        callApi('answerMessage', { params: { id }, body: { text, key: key.current }, signal })
      }
      onSaved={(answer) => {
        key.current = randomKey();
        if (answer.data) putMessage(queries, (answer.data as CallData<'answerMessage'>).message);
        refreshMessages(queries);
        void queries.invalidateQueries({ queryKey: answersQuery(id).queryKey });
        notify.success(deskMessages['desk.answered']);
      }}
      above={(form) =>
        saved.length > 0 && (
          <Select
            label="Insert a saved answer"
            dir="auto"
            value=""
            options={[
              { value: '', label: 'Choose…' },
              ...saved.map((each) => ({ value: String(each.id), label: each.title })),
            ]}
            onChange={(event) => insert(form, event.target.value)}
          />
        )
      }
      field={{
        label: 'Answer',
        hint: `A mail to ${email}, with the subject “${answerSubject(message)}”. Replies come to your address.`,
        rows: 6,
        maxLength: limits.message,
        id: answerFieldId,
      }}
      submit={{ children: 'Send the answer', busyLabel: messages['busy.submitting'] }}
    />
  );
}
