import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { fieldId, formAnchors, type RejectedForm } from '#shared/page-forms.ts';
import { apply } from '#shared/words/en/apply.ts';
import { forms } from '#shared/words/en/forms.ts';
import type { Words } from '#shared/words/words.ts';
import { useFormToken } from '../../forms/visitor/form-token.ts';
import { useVisitorForm } from '../../forms/visitor/use-visitor-form.ts';
import { FieldPair, ReplyTime, VisitorForm } from '../../forms/visitor/VisitorForm.tsx';
import { useSite } from '../../site-info.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint, fileProblem } from '../../ui/fields/file-problem.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
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
  jobId?: Id | undefined;
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
export function ApplyForm({ jobId, source, action, rejected, onReceived }: ApplyFormProps) {
  const formWords = useWords(forms);
  const words = useWords(apply);
  const visitor = useVisitorForm({
    name: formName,
    about: aboutJob(jobId),
    fields: applicationFields,
    empty: emptyApplication,
    savedFields,
    rejected,
    valuesOf: applicationOf,
    problems: applicationProblems,
    fieldOf: formFieldOf,
    send: (values, sending) => sendApplication({ ...sending, jobId, values, source }),
    onSent: ({ data }, { email }) => onReceived({ reference: data?.reference, email }),
  });
  const { form, busy, failure } = visitor;
  const site = useSite();
  const labels = labelsOf(words);
  const field = (name: (typeof savedFields)[number]) => ({ ...visitor.field(name), label: labels[name] });
  const chooseCv = useCvChoice(
    (file) => form.setValue('cv', file ?? null, { shouldDirty: true }),
    (problem) => form.setError('cv', { type: 'file', message: problem }),
  );
  const months = useFormToken().data?.retention_months ?? limits.retentionMonths;

  return (
    <VisitorForm
      form={visitor}
      label={words('apply.application')}
      submitLabel={words(rejected?.closed ? 'apply.sendSpontaneous' : 'apply.send')}
      action={`${action}#${formAnchors.application}`}
      labels={labels}
      note={<ReplyTime />}
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
            label={labels.cv}
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

/**
 * Validates a CV before passing it to `onTake`. If two files are chosen in quick succession, only the later one
 * counts.
 */
function useCvChoice(onTake: (file: File | undefined) => void, onRefuse: (problem: string) => void) {
  const latest = useRef<File>(undefined);
  return async (file: File | undefined) => {
    latest.current = file;
    const problem = file && (await fileProblem(file, 'document', file.name));
    if (latest.current !== file) return;
    if (problem) onRefuse(problem);
    else onTake(file);
  };
}
