import { useEffect, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { fieldId, formAnchors, type RejectedForm } from '#shared/page-forms.ts';
import { apply } from '#shared/words/en/apply.ts';
import { forms } from '#shared/words/en/forms.ts';
import type { Words } from '#shared/words/words.ts';
import { useFormToken } from '../../forms/visitor/form-token.ts';
import { referenceSent } from '../../forms/visitor/saved-input.ts';
import { useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, FormNote, ReplyTime, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { useSite } from '../../site-info.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFileChoice } from '../../ui/fields/use-file-choice.ts';
import { useWords } from '../../words.ts';
import {
  aboutJob,
  applicationFields,
  applicationOf,
  applicationProblems,
  emptyApplication,
  formFieldOf,
  savedFields,
  sendApplication,
} from './application-form.ts';
import { spontaneousPath } from './job-search-params.ts';

/** Name of the form, which identifies it among the forms of a page. */
const formName = 'application';

/** Data that the visitor is shown after an application. */
export interface Receipt {
  /** Undefined if the host gives no reference. */
  reference: string | undefined;
  /** Undefined if the receipt was opened by its URL. */
  email: string | undefined;
}

interface ApplyFormProps {
  /** The job; undefined for an application without a job. */
  jobId?: Id;
  source: string;
  /** Path to which a browser without scripts posts the form, i.e. the form's own page. */
  action: string;
  /** The form that was rejected after a post without scripts, if any. */
  rejected: RejectedForm | undefined;
  onReceived: (receipt: Receipt) => void;
}

/** Returns the labels of the fields, in the order of the form. */
function labelsOf(words: Words<typeof apply>) {
  return {
    name: words('apply.name'),
    email: words('apply.email'),
    phone: words('apply.phone'),
    city: words('apply.city'),
    portfolio_url: words('apply.portfolio_url'),
    cover_letter: words('apply.cover_letter'),
    cv: words('apply.cv'),
    consent: words('apply.consent'),
  };
}

/** The application form: at most seven fields, and the consent. */
export function ApplyForm(props: ApplyFormProps) {
  const { jobId, source, action, rejected } = props;
  const formWords = useWords(forms);
  const words = useWords(apply);
  const { visitor, chooseCv } = useApplication(props);
  const { form, busy, failure } = visitor;
  const site = useSite();
  const { field, labels } = visitor;
  const months = useFormToken().data?.retention_months ?? limits.retentionMonths;

  return (
    <VisitorForm
      form={visitor}
      label={words('apply.application')}
      submitLabel={words(rejected?.closed ? 'apply.sendSpontaneous' : 'apply.send')}
      action={`${action}#${formAnchors.application}`}
      note={<ReplyTime />}
      again={words('apply.again')}
      before={<SentBefore about={aboutJob(jobId)} />}
      rejectedAction={rejected?.closed && <p>{words('apply.canSend')}</p>}
      failureAction={
        failure?.closed && (
          <Link
            to={spontaneousPath(new URLSearchParams())}
            onClick={() => visitor.carryTo(aboutJob(undefined))}
          >
            {words('apply.sendAs')}
          </Link>
        )
      }
    >
      <input type="hidden" name="source" value={source} readOnly />
      <FieldPair>
        <TextField dir="auto" autoComplete="name" maxLength={limits.line} required {...field('name')} />
        <TextField type="email" autoComplete="email" maxLength={limits.email} required {...field('email')} />
        <TextField type="tel" autoComplete="tel" maxLength={limits.phone} {...field('phone')} />
        <TextField dir="auto" autoComplete="address-level2" maxLength={limits.line} {...field('city')} />
      </FieldPair>
      <TextField
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="linkedin.com/in/you"
        maxLength={limits.url}
        {...field('portfolio_url')}
      />
      <TextField
        dir="auto"
        hint={words('apply.letterHint', { limit: limits.coverLetter })}
        multiline
        rows={7}
        {...field('cover_letter')}
      />
      <Controller
        control={form.control}
        name="cv"
        render={({ field: { value, ref } }) => (
          <FileField
            id={fieldId(formName, 'cv')}
            name="cv"
            label={labels.cv ?? ''}
            look="document"
            hint={fileHint('document', formWords)}
            accept={acceptOf('document')}
            file={value ?? undefined}
            onSelect={chooseCv}
            disabled={busy}
            error={visitor.errorOf('cv')}
            ref={ref}
          />
        )}
      />
      <Checkbox
        label={words('apply.agree', { name: site.name, months })}
        hint={words('apply.agreeHint')}
        error={visitor.errorOf('consent')}
        readOnly={busy}
        required
        id={fieldId(formName, 'consent')}
        value="1"
        defaultChecked={visitor.served.consent}
        {...form.register('consent')}
      />
    </VisitorForm>
  );
}

/** The state of the form, and what takes a chosen CV. */
function useApplication({ jobId, source, rejected, onReceived }: ApplyFormProps) {
  /** Why the file that was chosen last is not taken. */
  const refusal = useRef<string>(undefined);
  const visitor = useVisitorForm({
    name: formName,
    about: aboutJob(jobId),
    fields: applicationFields,
    labels: labelsOf(useWords(apply)),
    empty: emptyApplication,
    savedFields,
    rejected,
    valuesOf: applicationOf,
    problems: (values, rules) => ({
      ...applicationProblems(values, rules),
      ...(!values.cv && refusal.current !== undefined && { cv: refusal.current }),
    }),
    fieldOf: formFieldOf,
    send: (values, sending) => sendApplication({ ...sending, jobId, values, source }),
    onSent: ({ data }, { email }) => onReceived({ reference: data?.reference, email }),
  });
  const chooseCv = useFileChoice(
    'document',
    (file) => {
      refusal.current = undefined;
      visitor.form.setValue('cv', file, { shouldDirty: true });
    },
    (problem) => {
      refusal.current = problem;
      visitor.form.setError('cv', { type: 'file', message: problem });
    },
  );
  return { visitor, chooseCv };
}

/** Says that this browser has sent an application for the same job before. */
function SentBefore({ about }: { about: string }) {
  const words = useWords(apply);
  const [reference, setReference] = useState<string>();
  // In an effect, because the server does not know it.
  useEffect(() => setReference(referenceSent(about)), [about]);
  if (reference === undefined) return null;
  return (
    <FormNote text={words('apply.sentBefore')}>
      {reference && (
        <span>
          {words('apply.reference')} <bdi>{reference}</bdi>
        </span>
      )}
    </FormNote>
  );
}
