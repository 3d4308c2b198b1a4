import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { messages } from '#shared/messages.ts';
import { fieldId, type PageFormName } from '#shared/page-forms.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from '../../../api/api-error.ts';
import { isCallMissing } from '../../../api/host-calls.ts';
import { problemsOf, resolverOf } from '../../form-rules.ts';
import { usePostedForm } from '../posted/page-outcome.ts';
import { takeFormToken } from '../token/form-token.ts';
import { useTypedTexts } from './use-typed-texts.ts';
import { dropTexts, keepTexts, readTexts } from './visitor-draft.ts';

type Texts = Record<string, string>;

interface VisitorFormOptions<Field extends string, Data> {
  /** Names the form in the page and, with `about`, its draft. */
  name: PageFormName;
  /** What the form is about, where one page has it for several things. */
  about?: string | undefined;
  /** Every field, in the order in which the form shows them: the first bad one gets the focus. */
  fields: readonly Field[];
  /** What stands in fields before anybody has typed. */
  start?: Partial<Record<Field, string>> | undefined;
  /** The contract's rules for the body: what the server would refuse, in its words. */
  schema: ZodType;
  send: (body: Texts) => Promise<Envelope<Data>>;
  /** Hears of an answer with success; `sent` is what was typed, trimmed. */
  onSent: (answer: Envelope<Data>, sent: Record<Field, string>) => void;
}

/** Why a form was not taken, and the field that is to blame, if it is one. */
export interface VisitorFailure {
  text: string;
  field: string | undefined;
  /** The host has no call for this form. */
  notTaken?: boolean;
}

/** What the form's frame needs of its state. */
export type VisitorFormState = Omit<
  ReturnType<typeof useVisitorForm<string, unknown>>,
  'field' | 'served' | 'control'
>;

/** The trap for robots, which people do not see. */
export const trapName = 'website';

/** State and actions of a public form of texts. What was typed survives every failure, and a reload of its tab. */
export function useVisitorForm<Field extends string, Data>(options: VisitorFormOptions<Field, Data>) {
  const { name, about, fields, start, schema, send, onSent } = options;
  const draft = about === undefined ? name : `${name}:${about}`;
  const queries = useQueryClient();
  const [restored, setRestored] = useState(false);
  const [failure, setFailure] = useState<VisitorFailure>();
  const [showsPosted, setShowsPosted] = useState(true);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [names] = useState(() => [...fields, trapName]);
  const { typed, latest } = useTypedTexts(name, names);
  const posted = usePostedForm(name);
  const [empty] = useState<Texts>(() => ({
    ...Object.fromEntries(names.map((field) => [field, ''])),
    ...start,
  }));
  const [served] = useState<Texts>(() => ({ ...empty, ...pick(posted?.values ?? {}, fields) }));
  const [servedErrors] = useState(() => asErrors(posted?.errors ?? {}, 'server'));
  const form = useForm<Texts>({
    defaultValues: { ...served, ...typed },
    errors: servedErrors,
    resolver: resolverOf((values) =>
      problemsOf<Texts>(schema, values, (name) =>
        fields.some((field) => field === name) ? name : undefined,
      ),
    ),
    // An error clears when its field is edited (docs/product.md §5), and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });

  // Not before the first render: the server knows no drafts, and both must render the same.
  useEffect(() => {
    // What was posted is younger than any draft.
    const before = posted ? undefined : readTexts(draft, fields);
    const keep = () => keepTexts(draft, changed(form.getValues(), empty));
    if (before || latest.current) {
      form.reset({ ...served, ...before, ...latest.current }, { keepErrors: true });
      keep();
    } else if (posted) keep();
    setRestored(before !== undefined);
    const { unsubscribe } = form.watch((_values, { name: edited }) => {
      // A reset tells no name: nobody has typed.
      if (!edited) return;
      keep();
      form.clearErrors(edited);
      setFailure(undefined);
      setShowsPosted(false);
    });
    return unsubscribe;
  }, [form, draft, fields, empty, served, posted, latest]);

  // After the busy state: until then the first bad field may not take the focus.
  useEffect(() => {
    if (!busy && failure?.field) form.setFocus(failure.field);
  }, [busy, failure, form]);

  async function submit(values: Texts) {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    setShowsPosted(false);
    try {
      const answer = await send({ ...values, form_token: await takeFormToken(queries) });
      if (answer.status === 1) {
        dropTexts(draft);
        onSent(answer, trimmed(values, fields));
      } else setFailure({ text: answer.message || messages['request.failed'], field: undefined });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  function failureOf(error: unknown): VisitorFailure {
    const { message, fieldErrors } = translateError(error);
    const bad = fields.filter((field) => fieldErrors[field] !== undefined);
    for (const field of bad) form.setError(field, { type: 'server', message: fieldErrors[field] ?? '' });
    // What is wrong with a field that nobody sees has to be said all the same.
    const others = Object.entries(fieldErrors).filter(([field]) => !bad.some((each) => each === field));
    return {
      text: [message, ...others.map(([, text]) => text)].join(' '),
      field: bad[0],
      notTaken: isCallMissing(error),
    };
  }

  return {
    name,
    control: form.control,
    /** What a text control of this field needs. */
    field: (field: Field) => ({
      ...form.register(field),
      id: fieldId(name, field),
      defaultValue: served[field],
      error: form.formState.errors[field]?.message,
      readOnly: busy,
    }),
    trap: () => form.register(trapName),
    submit: form.handleSubmit(submit),
    busy,
    /** What the server has put into a field. */
    served: (field: Field) => served[field] ?? '',
    /** The form as it came back from its post, until something is done about it. */
    posted: showsPosted ? posted : undefined,
    token: posted?.values.form_token,
    failure,
    /** The fields hold what was typed in this tab before. */
    restored,
    clear: () => {
      dropTexts(draft);
      form.reset(empty);
      setRestored(false);
      setFailure(undefined);
      setShowsPosted(false);
    },
  };
}

function asErrors(texts: Texts, type: string): FieldErrors<Texts> {
  return Object.fromEntries(Object.entries(texts).map(([field, message]) => [field, { type, message }]));
}

function pick(texts: Texts, fields: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => fields.includes(name)));
}

function changed(values: Texts, empty: Texts): Texts {
  return Object.fromEntries(
    Object.entries(values).filter(([name, text]) => name !== trapName && text !== empty[name]),
  );
}

function trimmed<Field extends string>(values: Texts, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, (values[field] ?? '').trim()])) as Record<
    Field,
    string
  >;
}
