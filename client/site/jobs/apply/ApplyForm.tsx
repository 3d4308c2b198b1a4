import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { fieldId, formAnchors, type PostedForm } from '#shared/page-forms.ts';
import { UploadProgress } from '../../../forms/notices/UploadProgress.tsx';
import { FormGuards } from '../../../forms/visitor/form/FormGuards.tsx';
import { NotTaken } from '../../../forms/visitor/form/FormOffer.tsx';
import { ErrorSummary } from '../../../forms/visitor/posted/ErrorSummary.tsx';
import { useFormToken } from '../../../forms/visitor/token/form-token.ts';
import { useSite } from '../../../site-info/site-info.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Checkbox } from '../../../ui/checkbox/Checkbox.tsx';
import { FileField } from '../../../ui/file-field/FileField.tsx';
import { acceptOf, fileHint, fileProblem } from '../../../ui/file-problem/file-problem.ts';
import { TextField } from '../../../ui/text-field/TextField.tsx';
import styles from './ApplyForm.module.css';
import { keepDraft } from './application-draft.ts';
import { spontaneousPath } from './spontaneous.ts';
import { type Failure, formName, type Receipt, useApplyForm } from './use-apply-form.ts';

interface ApplyFormProps {
  /** Undefined for an application without a job. */
  jobId?: number | undefined;
  source: string;
  /** Where a browser without scripts posts it: the address of its own page. */
  action: string;
  /** The form as it came back from its post. */
  posted: PostedForm | undefined;
  onReceived: (receipt: Receipt) => void;
}

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone (optional)',
  city: 'City (optional)',
  portfolio_url: 'Portfolio or LinkedIn (optional)',
  cover_letter: 'Cover letter (optional)',
  cv: 'CV',
  consent: 'Consent',
} as const;

/** At most seven things to fill in, and the consent. */
export function ApplyForm({ jobId, source, action, posted, onReceived }: ApplyFormProps) {
  const { served, ...state } = useApplyForm({ jobId, source, posted, onReceived });
  const { form, submit, busy, failure, progress, cancel, restored, clear } = state;
  const { errors } = form.formState;
  const site = useSite();
  const field = (name: 'name' | 'email' | 'phone' | 'city' | 'portfolio_url' | 'cover_letter') => ({
    ...form.register(name),
    id: fieldId(formName, name),
    label: labels[name],
    defaultValue: served[name],
    error: errors[name]?.message,
    readOnly: busy,
  });
  const chooseCv = useCvChoice(
    (file) => form.setValue('cv', file ?? null, { shouldDirty: true }),
    (problem) => form.setError('cv', { type: 'file', message: problem }),
  );
  const months = useFormToken().data?.retention_months ?? limits.retentionMonths;

  return (
    <form
      name={formName}
      className={styles.form}
      method="post"
      encType="multipart/form-data"
      action={`${action}#${formAnchors.application}`}
      onSubmit={submit}
      noValidate
      aria-label="Application"
    >
      {state.posted && (
        <ErrorSummary posted={state.posted} labels={labels}>
          {state.posted.closed && <p>You can send it all the same, as an application without a position.</p>}
        </ErrorSummary>
      )}
      <input type="hidden" name="source" value={source} readOnly />
      {restored && (
        <p className={styles.restored} role="status">
          <span>What you had typed here before is still in the form.</span>
          <Button variant="quiet" onClick={clear} disabled={busy}>
            Clear form
          </Button>
        </p>
      )}
      <div className={styles.pair}>
        <TextField dir="auto" autoComplete="name" maxLength={limits.line} required {...field('name')} />
        <TextField type="email" autoComplete="email" maxLength={limits.email} required {...field('email')} />
        <TextField type="tel" autoComplete="tel" maxLength={limits.phone} {...field('phone')} />
        <TextField dir="auto" autoComplete="address-level2" maxLength={limits.line} {...field('city')} />
      </div>
      <TextField
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="behance.net/you"
        maxLength={limits.url}
        {...field('portfolio_url')}
      />
      <TextField
        dir="auto"
        hint={`A few lines are enough: why this, why now. At most ${limits.coverLetter.toLocaleString('en')} characters.`}
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
            hint={fileHint('document')}
            accept={acceptOf('document')}
            file={value ?? undefined}
            onSelect={chooseCv}
            disabled={busy}
            error={errors.cv?.message}
            ref={ref}
          />
        )}
      />
      <Checkbox
        label={`I agree that ${site.name} keeps what I send here for ${months} months to decide on my application.`}
        hint="Then we delete it. You can have it deleted sooner at any time: an email with your reference is enough."
        error={errors.consent?.message}
        readOnly={busy}
        required
        id={fieldId(formName, 'consent')}
        value="1"
        defaultChecked={served.consent}
        {...form.register('consent')}
      />
      <FormGuards trap={form.register('website')} token={posted?.values.form_token} />
      {failure && (
        <FailureNotice
          failure={failure}
          onCarry={() => keepDraft(undefined, form.getValues())}
          focus={failure.field === undefined}
        />
      )}
      <UploadProgress sent={progress} onCancel={cancel} />
      <Button type="submit" className={styles.submit} busy={busy} busyLabel={messages['busy.submitting']}>
        {posted?.closed ? 'Send without a position' : 'Send application'}
      </Button>
    </form>
  );
}

interface FailureNoticeProps {
  failure: Failure;
  /** What was typed goes along to the form without a job. */
  onCarry: () => void;
  focus: boolean;
}

/** Why the application was not taken. It takes the focus, which the busy button lost, unless a field is to blame. */
function FailureNotice({ failure, onCarry, focus }: FailureNoticeProps) {
  const line = useRef<HTMLDivElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (focus) line.current?.focus();
  });
  useEffect(() => takeFocus(), []);
  return (
    <div ref={line} className={styles.failure} role="alert" tabIndex={-1}>
      <p>{failure.notTaken ? <NotTaken /> : failure.text}</p>
      {failure.closed && (
        <p>
          <Link to={spontaneousPath(new URLSearchParams())} onClick={onCarry}>
            Send it as an application without a position
          </Link>
        </p>
      )}
    </div>
  );
}

/** A file is looked at before it is taken; of two choices in a row the later one counts. */
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
