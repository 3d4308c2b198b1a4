import { useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import {
  fieldId,
  type PageFormName,
  type RejectedForm,
  receiptOf,
  storageFullText,
} from '#shared/page-forms.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { isStatus, translateError } from '../../api/api-error.ts';
import { loadContract } from '../../api/contract.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { useTranslated } from '../../words.ts';
import { type Problems, problemsOf, resolverOf } from '../form-rules.ts';
import { type FieldsOf, placeErrors, type Sending, useSending } from '../use-sending.ts';
import { takeFormToken } from './form-token.ts';
import { showAddress, useRejectedForm } from './page-outcome.ts';
import { deleteTexts, readSavedTexts, saveTexts } from './saved-input.ts';

type Texts = Record<string, string>;

/** The contract with the schemas by which forms are validated. */
export type FormRules = Awaited<ReturnType<typeof loadContract>>;

const schemas = {
  application: 'applicationSchema',
  contact: 'contactSchema',
  deletion: 'accountDeletionSchema',
} as const satisfies Record<PageFormName, keyof FormRules>;

/** Context that `send` is given in addition to the values. */
export interface VisitorSending extends Sending {
  /** Returns the form's token once it is old enough to be accepted. Rejects with `ApiError`. */
  formToken: () => Promise<string>;
}

/** `fields` are the visible ones; the first invalid one gets the focus. */
interface VisitorFormOptions<Values extends FieldValues, Data> extends FieldsOf<Values> {
  /** Name of the form in the page. Together with `about`, also the name of its draft. */
  name: PageFormName;
  /** Subject of the form, e.g. a job. Needed if the same form exists for several subjects. */
  about?: string;
  /** The labels of the fields, in the same order. */
  labels: Readonly<Record<string, string>>;
  /** Values of the empty form, including that of the honeypot. Read once. */
  empty: Values;
  /** Fields that are stored for this tab; by default all of `fields`. */
  savedFields?: readonly Path<Values>[];
  /** Converts the texts of the server-rendered form into values; by default the texts are the values. */
  valuesOf?: (texts: Texts) => Partial<Values>;
  /** Returns the errors that the server would return, with the same texts; by default, those of the form's schema. */
  problems?: (values: Values, rules: FormRules) => Problems<Values>;
  /** The form that was rejected after a post without scripts, if the containing page has already read it. */
  rejected?: RejectedForm;
  send: (values: Values, sending: VisitorSending) => Promise<Envelope<Data>>;
  /** Called when the form was accepted, with the texts as they were sent. */
  onSent: (answer: Envelope<Data>, values: Values) => void;
}

/** Why a form was not accepted. `field` is the first invalid field, if the error is about a field. */
export interface VisitorFailure {
  text: string;
  field?: string;
  /** True if the host lacks the call for this form. */
  notTaken?: boolean;
  /**
   * True if the host no longer accepts this form (410), because the job was closed while a person filled in the form.
   */
  closed?: boolean;
  /** True if the host has no room for the form at present. */
  full?: boolean;
}

/** The part of the state that `VisitorForm` needs. */
export type VisitorFormState = Omit<
  ReturnType<typeof useVisitorForm<Texts, unknown>>,
  'form' | 'control' | 'field' | 'errorOf' | 'served'
>;

/** Name of the honeypot, a field that people do not see. */
const trapName = 'website';

/** Initial values of a form that has only texts. */
export function emptyTexts<Field extends string>(
  fields: readonly Field[],
  start: Partial<Record<Field, string>> = {},
) {
  const blank = Object.fromEntries([...fields, trapName].map((field) => [field, '']));
  return { ...blank, ...start } as Record<Field | typeof trapName, string>;
}

/** State and actions of a public form. The input is not lost by a failure or by a reload of the tab. */
export function useVisitorForm<Values extends FieldValues, Data>(options: VisitorFormOptions<Values, Data>) {
  const { name, labels } = options;
  const inLanguage = useTranslated();
  const notices = useNotices();
  const page = useServedForm(options);
  const { form, served, rejected } = page;
  const draft = useTabDraft(options, page, notices.clear);
  const sending = useSubmit(options, form, notices);

  return {
    ...draft,
    ...sending,
    name,
    labels,
    form,
    control: form.control,
    /** Returns the props of a text control for this field. */
    field: <Field extends Path<Values>>(field: Field) => ({
      ...form.register(field),
      id: fieldId(name, field),
      label: labels[field] ?? '',
      defaultValue: served[field],
      error: errorOf(form, field, inLanguage),
      readOnly: sending.busy,
    }),
    /** Returns the error of a field in the language of the page. */
    errorOf: (field: Path<Values>) => errorOf(form, field, inLanguage),
    trap: () => form.register(trapName as Path<Values>),
    /** Values with which the server rendered the fields. */
    served,
    /** The form that was rejected after a post without scripts; undefined once the form was edited or sent again. */
    rejected: notices.showsRejected ? rejected : undefined,
    token: rejected?.values.form_token,
    failure: notices.failure && { ...notices.failure, text: inLanguage(notices.failure.text) },
    clear: () => {
      draft.clear();
      notices.clear();
    },
  };
}

/** Notices above the fields, shown until the form is edited or sent again. */
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

/**
 * The form with the values that the server rendered. The form library keeps what was typed into the page before the
 * scripts were running.
 */
function useServedForm<Values extends FieldValues, Data>(options: VisitorFormOptions<Values, Data>) {
  const { name, fields, valuesOf = (texts) => texts as Partial<Values> } = options;
  const { problems = (values, rules) => problemsOf<Values>(rules[schemas[name]], values) } = options;
  const [empty] = useState(options.empty);
  const own = useRejectedForm(name);
  const rejected = 'rejected' in options ? options.rejected : own;
  const [served] = useState<Values>(() => {
    // File fields, whose empty value is null, are left out, because the server cannot render a chosen file.
    const written = fields.filter((field) => empty[field] !== null);
    return { ...empty, ...valuesOf(pick(rejected?.values ?? {}, written)) };
  });
  const [servedErrors] = useState(() => asErrors<Values>(rejected?.errors ?? {}));
  const form = useForm<Values>({
    defaultValues: served as DefaultValues<Values>,
    errors: servedErrors,
    // Only visible fields are validated here, because people cannot correct a hidden one. The server validates the
    // others too.
    resolver: resolverOf(async (values) => {
      const rules = await loadContract().catch(() => undefined);
      // If the rules cannot be loaded, no error is shown here. Sending the form needs the contract too, and then
      // fails with the same failure.
      return rules ? pick(problems(values, rules), fields) : {};
    }),
    // An error is cleared when its field is edited, and the field is validated again only at the next submit
    // (docs/product.md §5).
    reValidateMode: 'onSubmit',
  });
  return { form, empty, served, rejected };
}

/** Stores the texts of the form for this tab while a person types, and restores them after a reload. */
function useTabDraft<Values extends FieldValues, Data>(
  options: VisitorFormOptions<Values, Data>,
  { form, empty, served, rejected }: ServedForm<Values>,
  onTyped: () => void,
) {
  const { name, fields, savedFields = fields } = options;
  const draft = draftOf(name, options.about);
  const [restored, setRestored] = useState(false);
  const typedNow = useEffectEvent(onTyped);
  // In an effect, so that the first render equals that of the server, which does not know the stored texts.
  useEffect(() => {
    // A form that was posted is newer than the stored texts, so these are not restored.
    const before = rejected ? undefined : readSavedTexts(draft, savedFields);
    const keep = () => saveTexts(draft, changed(form.getValues(), empty, savedFields));
    // Values typed or chosen before the scripts were running are newer, too.
    const typed = Object.entries(form.getValues()).filter(([field, value]) => value !== served[field]);
    if (before || typed.length > 0)
      form.reset({ ...served, ...before, ...Object.fromEntries(typed) }, { keepErrors: true });
    keep();
    setRestored(before !== undefined);
    const { unsubscribe } = form.watch((_values, { name: edited }) => {
      // Without a name, the values were changed by a reset and not by input.
      if (!edited) return;
      keep();
      form.clearErrors(edited);
      typedNow();
    });
    return unsubscribe;
  }, [form, draft, empty, served, rejected, savedFields]);

  return {
    /** True if the fields contain input that was stored earlier in this tab. */
    restored,
    clear: () => {
      deleteTexts(draft);
      form.reset(empty);
      setRestored(false);
    },
    /** Stores the input for the same form about another subject. */
    carryTo: (about: string) =>
      saveTexts(draftOf(name, about), changed(form.getValues(), empty, savedFields)),
  };
}

/** Returns the name under which the texts of a form about this subject are stored. */
function draftOf(name: PageFormName, about?: string) {
  return about === undefined ? name : `${name}:${about}`;
}

/** Sends the form, and reports why it was not accepted. */
function useSubmit<Values extends FieldValues, Data>(
  options: VisitorFormOptions<Values, Data>,
  form: UseFormReturn<Values>,
  { failure, setFailure, clear }: ReturnType<typeof useNotices>,
) {
  const { name, send, onSent } = options;
  const queries = useQueryClient();
  const { run, ...state } = useSending();
  const { busy } = state;

  // The focus is set only after the busy state has ended, because the field cannot take the focus before.
  useEffect(() => {
    if (!busy && failure?.field) form.setFocus(failure.field as Path<Values>);
  }, [busy, failure, form]);

  const submit = (values: Values, event?: BaseSyntheticEvent) =>
    run(async ({ signal, onUpload }) => {
      clear();
      try {
        const rules = await loadContract();
        const sent = rules.plainTexts(rules[schemas[name]], values);
        const answer = await send(sent, {
          formToken: () => takeFormToken(queries, signal),
          signal,
          onUpload,
        });
        if (answer.status === 1) {
          deleteTexts(draftOf(name, options.about));
          showReceipt(name, answer, event);
          onSent(answer, sent);
        } else setFailure({ text: answer.message || messages['request.failed'] });
      } catch (error) {
        setFailure(
          signal.aborted ? { text: messages['upload.cancelled'] } : showErrors(error, form, options),
        );
      }
    });

  return { ...state, submit: form.handleSubmit(submit) };
}

/** Changes the URL to that of the receipt, if the host has sent one. */
function showReceipt(name: PageFormName, { received: token, data }: Envelope, event?: BaseSyntheticEvent) {
  if (!token) return;
  showAddress(name, event?.target.action, { form: name, token, ...receiptOf(data) });
}

/** Shows the server's errors at their fields, and returns the text to show above them. */
function showErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  options: FieldsOf<Values>,
): VisitorFailure {
  const { code, message, fieldErrors } = translateError(error);
  const noRoom = storageFullText(code, message);
  // An error about a field that is not visible is shown above the form.
  const { first, others } = placeErrors(form, fieldErrors, options);
  return {
    text: [noRoom ?? message, ...others].join(' '),
    field: first,
    notTaken: isCallMissing(error),
    closed: isStatus(error, 410),
    full: noRoom !== undefined,
  };
}

function asErrors<Values extends FieldValues>(texts: Texts) {
  return Object.fromEntries(
    Object.entries(texts).map(([field, message]) => [field, { type: 'server', message }]),
  ) as FieldErrors<Values>;
}

function pick<Known extends object>(known: Known, names: readonly string[]) {
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name))) as Known;
}

/** Returns the texts that differ from those of the empty form. */
function changed(values: FieldValues, empty: FieldValues, names: readonly string[]): Texts {
  const typed = names.map((name) => [name, values[name]] as const);
  return Object.fromEntries(typed.filter(([name, text]) => typeof text === 'string' && text !== empty[name]));
}

function errorOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  field: Path<Values>,
  inLanguage: (text: string) => string,
) {
  const text = form.formState.errors[field]?.message;
  return typeof text === 'string' ? inLanguage(text) : undefined;
}
