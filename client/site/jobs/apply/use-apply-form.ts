import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import type { UploadSent } from '../../../api/upload.ts';
import { dropDraft, keepDraft, readDraft } from './application-draft.ts';
import {
  type ApplicationField,
  type ApplicationValues,
  applicationFields,
  applicationResolver,
  emptyApplication,
  fieldOfWire,
} from './application-values.ts';
import { sendApplication } from './send-application.ts';
import { useTypedBefore } from './typed-before.ts';

/** What the visitor gets for a sent application. */
export interface Receipt {
  reference: string;
  email: string;
}

interface ApplyFormOptions {
  /** Undefined for an application without a job. */
  jobId: number | undefined;
  source: string;
  onReceived: (receipt: Receipt) => void;
}

/** Why an application was not taken; `closed` when the job ended while the form was being filled. */
export interface Failure {
  text: string;
  closed: boolean;
  field: ApplicationField | undefined;
}

/** State and actions of the apply form. What was typed survives every failure. */
export function useApplyForm({ jobId, source, onReceived }: ApplyFormOptions) {
  const queries = useQueryClient();
  const [restored, setRestored] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const sending = useRef<AbortController>(undefined);
  const typed = useTypedBefore();
  const form = useForm<ApplicationValues>({
    defaultValues: { ...emptyApplication, ...typed },
    resolver: applicationResolver,
    // An error clears when its field is edited (SPEC §5), and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });

  // Not before the first render: the server knows no drafts, and both must render the same.
  useEffect(() => {
    const draft = readDraft(jobId);
    if (draft) form.reset({ ...draft, ...typed });
    if (typed) keepDraft(jobId, form.getValues());
    setRestored(draft !== undefined);
    const { unsubscribe } = form.watch((_values, { name }) => {
      // A reset tells no name: nobody has typed.
      if (!name) return;
      keepDraft(jobId, form.getValues());
      form.clearErrors(name);
      setFailure(undefined);
    });
    return unsubscribe;
  }, [form, jobId, typed]);

  // After the busy state: until then the first bad field may not take the focus.
  useEffect(() => {
    if (!busy && failure?.field) form.setFocus(failure.field);
  }, [busy, failure, form]);

  async function send(values: ApplicationValues) {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    setBusy(true);
    setFailure(undefined);
    try {
      const { signal } = controller;
      const answer = await sendApplication({ queries, jobId, values, source, signal, onUpload: setProgress });
      if (answer.status === 1 && answer.data) {
        dropDraft(jobId);
        onReceived({ reference: answer.data.reference, email: values.email.trim() });
      } else fail(answer.message || messages['request.failed']);
    } catch (error) {
      if (controller.signal.aborted) fail(messages['upload.cancelled']);
      else showError(error);
    } finally {
      sending.current = undefined;
      setProgress(undefined);
      setBusy(false);
    }
  }

  function showError(error: unknown) {
    const { message, fieldErrors } = translateError(error);
    const problems = new Map<ApplicationField, string>();
    for (const [name, text] of Object.entries(fieldErrors)) {
      const field = fieldOfWire(name);
      if (field) problems.set(field, text);
    }
    for (const [field, text] of problems) form.setError(field, { type: 'server', message: text });
    fail(message, {
      closed: error instanceof ApiError && error.status === 410,
      field: applicationFields.find((field) => problems.has(field)),
    });
  }

  function fail(text: string, more: Partial<Failure> = {}) {
    setFailure({ text, closed: false, field: undefined, ...more });
  }

  return {
    form,
    submit: form.handleSubmit(send),
    busy,
    failure,
    /** How much of the form is sent; undefined while nothing is on its way. */
    progress,
    cancel: () => sending.current?.abort(),
    /** The fields hold what was typed in this tab before. */
    restored,
    clear: () => {
      dropDraft(jobId);
      form.reset(emptyApplication);
      setRestored(false);
      setFailure(undefined);
    },
  };
}
