import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import type { PostedForm } from '#shared/page-forms.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { isCallMissing } from '../../../api/host-calls.ts';
import type { UploadSent } from '../../../api/upload.ts';
import { resolverOf } from '../../../forms/form-rules.ts';
import { useTypedTexts } from '../../../forms/visitor/state/use-typed-texts.ts';
import { dropDraft, keepDraft, readDraft } from './application-draft.ts';
import {
  type ApplicationField,
  type ApplicationValues,
  applicationFields,
  applicationProblems,
  emptyApplication,
  fieldOfWire,
  postedApplication,
} from './application-values.ts';
import { sendApplication } from './send-application.ts';

/** What the visitor gets for a sent application. */
export interface Receipt {
  /** Absent where the host gives none. */
  reference: string | undefined;
  /** Not known to a receipt that came by its address. */
  email: string | undefined;
}

/** The name of the form in the page. */
export const formName = 'application';

interface ApplyFormOptions {
  /** Undefined for an application without a job. */
  jobId: number | undefined;
  source: string;
  /** The form as it came back from its post. */
  posted: PostedForm | undefined;
  onReceived: (receipt: Receipt) => void;
}

const rules = resolverOf(applicationProblems);

/** Why an application was not taken; `closed` when the job ended while the form was being filled. */
export interface Failure {
  text: string;
  closed: boolean;
  /** The host has no call for applications. */
  notTaken?: boolean;
  field: ApplicationField | undefined;
}

/** State and actions of the apply form. What was typed survives every failure. */
export function useApplyForm({ jobId, source, posted, onReceived }: ApplyFormOptions) {
  const queries = useQueryClient();
  const [restored, setRestored] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const sending = useRef<AbortController>(undefined);
  const [showsPosted, setShowsPosted] = useState(true);
  const { typed, latest } = useTypedTexts(formName, typedFields);
  const [served] = useState(() => (posted ? postedApplication(posted.values) : emptyApplication));
  const [servedErrors] = useState(() =>
    Object.fromEntries(
      Object.entries(posted?.errors ?? {}).map(([field, message]) => [field, { type: 'server', message }]),
    ),
  );
  const form = useForm<ApplicationValues>({
    defaultValues: withTyped(served, typed),
    errors: servedErrors,
    resolver: rules,
    // An error clears when its field is edited (docs/product.md §5), and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });

  // Not before the first render: the server knows no drafts, and both must render the same.
  useEffect(() => {
    // What was posted is younger than any draft.
    const draft = posted ? undefined : readDraft(jobId);
    const before = draft ?? served;
    // A file that was chosen before the scripts came is in the form by now.
    if (draft || latest.current) {
      form.reset({ ...withTyped(before, latest.current), cv: form.getValues('cv') }, { keepErrors: true });
    }
    if (latest.current || posted) keepDraft(jobId, form.getValues());
    setRestored(draft !== undefined);
    const { unsubscribe } = form.watch((_values, { name }) => {
      // A reset tells no name: nobody has typed.
      if (!name) return;
      keepDraft(jobId, form.getValues());
      form.clearErrors(name);
      setFailure(undefined);
      setShowsPosted(false);
    });
    return unsubscribe;
  }, [form, jobId, posted, served, latest]);

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
    setShowsPosted(false);
    try {
      const { signal } = controller;
      const answer = await sendApplication({ queries, jobId, values, source, signal, onUpload: setProgress });
      if (answer.status === 1) {
        dropDraft(jobId);
        onReceived({ reference: answer.data?.reference, email: values.email.trim() });
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
      notTaken: isCallMissing(error),
      field: applicationFields.find((field) => problems.has(field)),
    });
  }

  function fail(text: string, more: Partial<Failure> = {}) {
    setFailure({ text, closed: false, field: undefined, ...more });
  }

  return {
    form,
    served,
    /** The form as it came back from its post, until something is done about it. */
    posted: showsPosted ? posted : undefined,
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
      setShowsPosted(false);
    },
  };
}

/** What a visitor can fill in before the scripts are here; the file is the file field's. */
const typedFields = applicationFields.filter((field) => field !== 'cv');

function withTyped(values: ApplicationValues, typed: Record<string, string> | undefined): ApplicationValues {
  if (!typed) return values;
  const { consent, ...texts } = typed;
  return { ...values, ...texts, ...(consent !== undefined && { consent: consent !== '' }) };
}
