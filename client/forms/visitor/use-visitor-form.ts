import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { fieldId, noRoomText, type PageFormName, type RejectedForm } from '#shared/page-forms.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { loadContract } from '../../api/contract.ts';
import { isCallMissing } from '../../api/host-calls.ts';
import type { UploadListener, UploadSent } from '../../api/upload.ts';
import { type Problems, resolverOf } from '../form-rules.ts';
import { takeFormToken } from './form-token.ts';
import { showAddress, useRejectedForm } from './page-outcome.ts';
import { deleteTexts, readSavedTexts, saveTexts, useTypedTexts } from './typed-texts.ts';

type Texts = Record<string, string>;

/** The schemas that forms are judged by. */
export type FormRules = Awaited<ReturnType<typeof loadContract>>;

/** Passed to `send` with the values. */
export interface VisitorSending {
  /** The form's token, old enough to be taken. Rejects with `ApiError`. */
  formToken: () => Promise<string>;
  /** Ended by "Cancel upload". */
  signal: AbortSignal;
  onUpload: UploadListener;
}

interface VisitorFormOptions<Values extends FieldValues, Data> {
  /** Names the form in the page and, with `about`, its draft. */
  name: PageFormName;
  /** The subject of the form, where one page has it for several, such as jobs. */
  about?: string | undefined;
  /** Every field that people see, in the order in which the form shows them: the first bad one gets the focus. */
  fields: readonly Path<Values>[];
  /** The empty form, the trap for robots included. Read once. */
  empty: Values;
  /** Those of `fields` that are saved for this tab; all by default. */
  savedFields?: readonly Path<Values>[];
  /** Reads the texts of the page's own form; by default they are the values. */
  valuesOf?: (texts: Texts) => Partial<Values>;
  /** Finds the problems that the server would refuse, in its words. */
  problems: (values: Values, rules: FormRules) => Problems<Values>;
  /** The form as it came back from its post, where the page above has looked for it already. */
  rejected?: RejectedForm | undefined;
  /** The field that shows the server's error of this name; the one of the same name by default. */
  fieldOf?: (wireName: string) => Path<Values> | undefined;
  send: (values: Values, sending: VisitorSending) => Promise<Envelope<Data>>;
  /** Called with a successful answer; the texts of `values` are trimmed. */
  onSent: (answer: Envelope<Data>, values: Values) => void;
}

/** Why a form was not taken, and the field that is to blame, if it is one. */
export interface VisitorFailure {
  text: string;
  field?: string | undefined;
  /** The host has no call for this form. */
  notTaken?: boolean;
  /** It did once, and does not any more (410): the job ended while the form was being filled. */
  closed?: boolean;
  /** The host has no room at the moment. */
  full?: boolean;
}

/** The part of the state that the form's frame needs. */
export type VisitorFormState = Pick<
  ReturnType<typeof useVisitorForm<Texts, unknown>>,
  | 'name'
  | 'trap'
  | 'submit'
  | 'busy'
  | 'rejected'
  | 'token'
  | 'failure'
  | 'restored'
  | 'clear'
  | 'progress'
  | 'cancelUpload'
>;

/** The trap for robots, which people do not see. */
export const trapName = 'website';

/** The beginning of a form of texts alone. */
export function emptyTexts<Field extends string>(
  fields: readonly Field[],
  start: Partial<Record<Field, string>> = {},
): Record<Field | typeof trapName, string> {
  const blank = Object.fromEntries([...fields, trapName].map((field) => [field, '']));
  return { ...blank, ...start } as Record<Field | typeof trapName, string>;
}

/** State and actions of a public form. What was typed survives every failure, and a reload of its tab. */
export function useVisitorForm<Values extends FieldValues, Data>(options: VisitorFormOptions<Values, Data>) {
  const { name } = options;
  const notices = useNotices();
  const page = useServedForm(options);
  const { form, served, rejected } = page;
  const draft = useTabDraft(options, page, notices.clear);
  const sending = useSending(options, form, notices);
  const { busy } = sending;

  return {
    name,
    form,
    control: form.control,
    /** The props of a text control of this field. */
    field: <Field extends Path<Values>>(field: Field) => ({
      ...form.register(field),
      id: fieldId(name, field),
      defaultValue: served[field],
      error: form.formState.errors[field]?.message as string | undefined,
      readOnly: busy,
    }),
    trap: () => form.register(trapName as Path<Values>),
    submit: sending.submit,
    busy,
    /** The values that the server has put into the fields. */
    served,
    /** The form as it came back from its post, until something is done about it. */
    rejected: notices.showsRejected ? rejected : undefined,
    token: rejected?.values.form_token,
    failure: notices.failure,
    /** The fields hold what was typed in this tab before. */
    restored: draft.restored,
    clear: () => {
      draft.clear();
      notices.clear();
    },
    /** Takes what is typed along to the same form about something else. */
    carryTo: draft.carryTo,
    /** How much of the form is sent; undefined while nothing is on its way. */
    progress: sending.progress,
    cancelUpload: sending.cancelUpload,
  };
}

/** The notices above the fields, until the form is edited or sent again. */
function useNotices() {
  const [failure, setFailure] = useState<VisitorFailure>();
  const [showsRejected, setShowsRejected] = useState(true);
  const clear = () => {
    setFailure(undefined);
    setShowsRejected(false);
  };
  return { failure, setFailure, showsRejected, clear };
}

type ServedForm<Values extends FieldValues> = ReturnType<typeof useServedForm<Values, unknown>>;

/** The form with the values that the server has put into the page, and those that were typed before the scripts came. */
function useServedForm<Values extends FieldValues, Data>(options: VisitorFormOptions<Values, Data>) {
  const { name, fields, problems, valuesOf = textsAsValues } = options;
  const [empty] = useState(options.empty);
  // A file field looks after its own: no text of the page can stand in it.
  const [written] = useState(() => fields.filter((field) => empty[field] !== null));
  const [names] = useState(() => [...written, trapName]);
  const { typed, latest } = useTypedTexts(name, names);
  const own = useRejectedForm(name);
  const rejected = 'rejected' in options ? options.rejected : own;
  const [served] = useState<Values>(() => ({ ...empty, ...valuesOf(pick(rejected?.values ?? {}, written)) }));
  const [servedErrors] = useState(() => asErrors<Values>(rejected?.errors ?? {}));
  const form = useForm<Values>({
    defaultValues: { ...served, ...valuesOf(typed ?? {}) } as DefaultValues<Values>,
    errors: servedErrors,
    // People cannot correct a field that they do not see: the server refuses it.
    resolver: resolverOf(async (values) => {
      const rules = await loadContract().catch(() => undefined);
      // Without them the server judges, and sending fails for the same reason.
      return rules ? pick(problems(values, rules), fields) : {};
    }),
    // An error clears when its field is edited (docs/product.md §5), and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });
  return { form, empty, served, rejected, latest };
}

function textsAsValues<Values extends FieldValues>(texts: Texts): Partial<Values> {
  return texts as Partial<Values>;
}

/** The texts of the form, saved for this tab while they are typed, and put back into the fields after a reload. */
function useTabDraft<Values extends FieldValues, Data>(
  options: VisitorFormOptions<Values, Data>,
  { form, empty, served, rejected, latest }: ServedForm<Values>,
  onTyped: () => void,
) {
  const { name, fields, savedFields = fields, valuesOf = textsAsValues } = options;
  const draft = draftOf(options);
  const [restored, setRestored] = useState(false);
  const first = useRef({ savedFields, valuesOf });
  const typedNow = useEffectEvent(onTyped);
  // Not before the first render: the server knows no drafts, and both must render the same.
  useEffect(() => {
    const { savedFields: names, valuesOf: read } = first.current;
    // A posted form is newer than any draft.
    const before = rejected ? undefined : readSavedTexts(draft, names);
    const keep = () => saveTexts(draft, changed(form.getValues(), empty, names));
    if (before || latest.current) {
      const texts = { ...served, ...read(before ?? {}), ...read(latest.current ?? {}) };
      // A file that was chosen before the scripts came is in the form by now.
      form.reset({ ...texts, ...filesOf(form.getValues()) }, { keepErrors: true });
      keep();
    } else if (rejected) keep();
    setRestored(before !== undefined);
    const { unsubscribe } = form.watch((_values, { name: edited }) => {
      // A reset passes no name: nothing was typed.
      if (!edited) return;
      keep();
      form.clearErrors(edited);
      typedNow();
    });
    return unsubscribe;
  }, [form, draft, empty, served, rejected, latest]);

  return {
    restored,
    clear: () => {
      deleteTexts(draft);
      form.reset(empty);
      setRestored(false);
    },
    carryTo: (about: string) =>
      saveTexts(draftOf({ name, about }), changed(form.getValues(), empty, savedFields)),
  };
}

/** Names the draft of a form, and of what it is about. */
function draftOf({ name, about }: Pick<VisitorFormOptions<FieldValues, unknown>, 'name' | 'about'>): string {
  return about === undefined ? name : `${name}:${about}`;
}

/** Sends the form, once at a time, and says why it was not taken. */
function useSending<Values extends FieldValues, Data>(
  options: VisitorFormOptions<Values, Data>,
  form: UseFormReturn<Values>,
  { failure, setFailure, clear }: ReturnType<typeof useNotices>,
) {
  const { name, send, onSent } = options;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const sending = useRef<AbortController>(undefined);

  // After the busy state: until then the first bad field may not take the focus.
  useEffect(() => {
    if (!busy && failure?.field) form.setFocus(failure.field as Path<Values>);
  }, [busy, failure, form]);

  async function submit(values: Values, event?: BaseSyntheticEvent) {
    if (sending.current) return;
    const controller = new AbortController();
    sending.current = controller;
    const { signal } = controller;
    setBusy(true);
    clear();
    try {
      const formToken = () => takeFormToken(queries, signal);
      const answer = await send(values, { formToken, signal, onUpload: setProgress });
      if (answer.status === 1) {
        deleteTexts(draftOf(options));
        showReceipt(name, answer, event);
        onSent(answer, trimmed(values));
      } else setFailure({ text: answer.message || messages['request.failed'] });
    } catch (error) {
      setFailure(signal.aborted ? { text: messages['upload.cancelled'] } : showErrors(error, form, options));
    } finally {
      sending.current = undefined;
      setProgress(undefined);
      setBusy(false);
    }
  }

  return {
    submit: form.handleSubmit(submit),
    busy,
    progress,
    cancelUpload: () => sending.current?.abort(),
  };
}

/** Puts the receipt of a taken form into the address, where the host gave one. */
function showReceipt(
  name: PageFormName,
  { received: token, data }: Envelope,
  event?: BaseSyntheticEvent,
): void {
  if (!token) return;
  const { reference, due_at } = Object(data);
  const receipt = { form: name, token, reference: asText(reference), dueAt: asText(due_at) };
  showAddress(name, event?.target.action, receipt);
}

/** Shows the server's errors at their fields, and returns what is to be said above them. */
function showErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  {
    fields,
    fieldOf = (wireName) => wireName as Path<Values>,
  }: Pick<VisitorFormOptions<Values, unknown>, 'fields' | 'fieldOf'>,
): VisitorFailure {
  const { code, message, fieldErrors } = translateError(error);
  const noRoom = noRoomText(code, message);
  const texts = new Map<Path<Values>, string>();
  const others: string[] = [];
  for (const [wireName, text] of Object.entries(fieldErrors)) {
    const field = fieldOf(wireName);
    if (field && fields.includes(field)) texts.set(field, text);
    // An error of a field that people do not see has to be said all the same.
    else others.push(text);
  }
  for (const [field, text] of texts) form.setError(field, { type: 'server', message: text });
  return {
    text: [noRoom ?? message, ...others].join(' '),
    field: fields.find((field) => texts.has(field)),
    notTaken: isCallMissing(error),
    closed: error instanceof ApiError && error.status === 410,
    full: noRoom !== undefined,
  };
}

/** The answer of a host may hold any type. */
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

function asErrors<Values extends FieldValues>(texts: Texts): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, message]) => [field, { type: 'server', message }]),
  ) as FieldErrors<Values>;
}

function pick<Known extends object>(known: Known, names: readonly string[]): Known {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name))) as Known;
}

function trimmed<Values extends FieldValues>(values: Values): Values {
  const tidy = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tidy(value)])) as Values;
}

/** The texts that differ from those of the empty form. */
function changed(values: FieldValues, empty: FieldValues, names: readonly string[]): Texts {
  const typed = names.map((name) => [name, values[name]] as const);
  return Object.fromEntries(typed.filter(([name, text]) => typeof text === 'string' && text !== empty[name]));
}

function filesOf(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof File));
}
