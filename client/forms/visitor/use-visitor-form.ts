import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
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

/** What sending a form needs besides its values. */
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
  /** What the form is about, where one page has it for several things. */
  about?: string | undefined;
  /** Every field that people see, in the order in which the form shows them: the first bad one gets the focus. */
  fields: readonly Path<Values>[];
  /** The form before anybody has typed, the trap for robots included. Read once. */
  empty: Values;
  /** Those of `fields` that are kept for this tab; all unless told. */
  savedFields?: readonly Path<Values>[];
  /** What texts of the page's own form mean to this one; unless told, they are the values. */
  valuesOf?: (texts: Texts) => Partial<Values>;
  /** What the server would refuse, in its words. */
  problems: (values: Values, rules: FormRules) => Problems<Values>;
  /** The form as it came back from its post, where the page above has looked for it already. */
  rejected?: RejectedForm | undefined;
  /** The field that shows the server's error of this name; the one of the same name unless told. */
  fieldOf?: (wireName: string) => Path<Values> | undefined;
  send: (values: Values, sending: VisitorSending) => Promise<Envelope<Data>>;
  /** Hears of an answer with success; `values` have their texts trimmed. */
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
  /** Nothing more can be kept at the moment. */
  full?: boolean;
}

/** What the form's frame needs of its state. */
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
  const { name, about, fields, problems, fieldOf, send, onSent } = options;
  const { savedFields = fields, valuesOf = (texts: Texts) => texts as Partial<Values> } = options;
  const draft = about === undefined ? name : `${name}:${about}`;
  const queries = useQueryClient();
  const [restored, setRestored] = useState(false);
  const [failure, setFailure] = useState<VisitorFailure>();
  const [showsRejected, setShowsRejected] = useState(true);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<UploadSent>();
  const sending = useRef<AbortController>(undefined);
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
    // What nobody sees cannot be mended: that is the server's to refuse.
    resolver: resolverOf(async (values) => {
      const rules = await loadContract().catch(() => undefined);
      // Without them the server judges, and sending fails for the same reason.
      return rules ? pick(problems(values, rules), fields) : {};
    }),
    // An error clears when its field is edited (docs/product.md §5), and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });

  const first = useRef({ savedFields, valuesOf });
  // Not before the first render: the server knows no drafts, and both must render the same.
  useEffect(() => {
    const { savedFields: names, valuesOf: read } = first.current;
    // What was posted is younger than any draft.
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
      // A reset tells no name: nobody has typed.
      if (!edited) return;
      keep();
      form.clearErrors(edited);
      setFailure(undefined);
      setShowsRejected(false);
    });
    return unsubscribe;
  }, [form, draft, empty, served, rejected, latest]);

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
    setFailure(undefined);
    setShowsRejected(false);
    try {
      const formToken = () => takeFormToken(queries, signal);
      const answer = await send(values, { formToken, signal, onUpload: setProgress });
      if (answer.status === 1) {
        deleteTexts(draft);
        const token = answer.received;
        if (token) {
          const { reference, due_at } = Object(answer.data);
          const receipt = { form: name, token, reference: asText(reference), dueAt: asText(due_at) };
          showAddress(name, event?.target.action, receipt);
        }
        onSent(answer, trimmed(values));
      } else setFailure({ text: answer.message || messages['request.failed'] });
    } catch (error) {
      setFailure(signal.aborted ? { text: messages['upload.cancelled'] } : failureOf(error));
    } finally {
      sending.current = undefined;
      setProgress(undefined);
      setBusy(false);
    }
  }

  function failureOf(error: unknown): VisitorFailure {
    const { code, message, fieldErrors } = translateError(error);
    const noRoom = noRoomText(code, message);
    const texts = new Map<Path<Values>, string>();
    const others: string[] = [];
    for (const [wireName, text] of Object.entries(fieldErrors)) {
      const field = fieldOf ? fieldOf(wireName) : (wireName as Path<Values>);
      if (field && fields.includes(field)) texts.set(field, text);
      // What is wrong with a field that nobody sees has to be said all the same.
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

  return {
    name,
    form,
    control: form.control,
    /** What a text control of this field needs. */
    field: <Field extends Path<Values>>(field: Field) => ({
      ...form.register(field),
      id: fieldId(name, field),
      defaultValue: served[field],
      error: form.formState.errors[field]?.message as string | undefined,
      readOnly: busy,
    }),
    trap: () => form.register(trapName as Path<Values>),
    submit: form.handleSubmit(submit),
    busy,
    /** What the server has put into the fields. */
    served,
    /** The form as it came back from its post, until something is done about it. */
    rejected: showsRejected ? rejected : undefined,
    token: rejected?.values.form_token,
    failure,
    /** The fields hold what was typed in this tab before. */
    restored,
    clear: () => {
      deleteTexts(draft);
      form.reset(empty);
      setRestored(false);
      setFailure(undefined);
      setShowsRejected(false);
    },
    /** Takes what is typed along to the same form about something else. */
    carryTo: (otherAbout: string) =>
      saveTexts(`${name}:${otherAbout}`, changed(form.getValues(), empty, savedFields)),
    /** How much of the form is sent; undefined while nothing is on its way. */
    progress,
    cancelUpload: () => sending.current?.abort(),
  };
}

/** Hosts answer what they like. */
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

/** The texts that somebody has typed, or typed over. */
function changed(values: FieldValues, empty: FieldValues, names: readonly string[]): Texts {
  const typed = names.map((name) => [name, values[name]] as const);
  return Object.fromEntries(typed.filter(([name, text]) => typeof text === 'string' && text !== empty[name]));
}

function filesOf(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof File));
}
