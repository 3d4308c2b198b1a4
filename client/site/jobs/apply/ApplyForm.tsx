import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { UploadProgress } from '../../../forms/notices/UploadProgress.tsx';
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
import { formName } from './typed-before.ts';
import { type Failure, type Receipt, useApplyForm } from './use-apply-form.ts';

interface ApplyFormProps {
  /** Undefined for an application without a job. */
  jobId?: number | undefined;
  source: string;
  onReceived: (receipt: Receipt) => void;
}

/** At most seven things to fill in, and the consent. */
export function ApplyForm({ jobId, source, onReceived }: ApplyFormProps) {
  const { form, submit, busy, failure, progress, cancel, restored, clear } = useApplyForm({
    jobId,
    source,
    onReceived,
  });
  const { errors } = form.formState;
  const site = useSite();
  const text = { readOnly: busy, dir: 'auto' };
  const chooseCv = useCvChoice(
    (file) => form.setValue('cv', file ?? null, { shouldDirty: true }),
    (problem) => form.setError('cv', { type: 'file', message: problem }),
  );
  const months = useFormToken().data?.retention_months ?? limits.retentionMonths;

  return (
    <form name={formName} className={styles.form} onSubmit={submit} noValidate aria-label="Application">
      {restored && (
        <p className={styles.restored} role="status">
          <span>What you had typed here before is still in the form.</span>
          <Button variant="quiet" onClick={clear} disabled={busy}>
            Start afresh
          </Button>
        </p>
      )}
      <div className={styles.pair}>
        <TextField
          {...text}
          label="Name"
          autoComplete="name"
          maxLength={limits.line}
          required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          readOnly={busy}
          label="E-mail"
          type="email"
          autoComplete="email"
          maxLength={limits.email}
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          readOnly={busy}
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <TextField
          {...text}
          label="City (optional)"
          autoComplete="address-level2"
          maxLength={limits.line}
          error={errors.city?.message}
          {...form.register('city')}
        />
      </div>
      <TextField
        readOnly={busy}
        label="Portfolio or LinkedIn (optional)"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="behance.net/you"
        maxLength={limits.url}
        error={errors.link?.message}
        {...form.register('link')}
      />
      <TextField
        {...text}
        label="Cover letter (optional)"
        hint={`A few lines are enough: why this, why now. At most ${limits.coverLetter.toLocaleString('en')} characters.`}
        multiline
        rows={7}
        error={errors.cover_letter?.message}
        {...form.register('cover_letter')}
      />
      <Controller
        control={form.control}
        name="cv"
        render={({ field }) => (
          <FileField
            label="CV"
            look="document"
            hint={fileHint('document')}
            accept={acceptOf('document')}
            file={field.value ?? undefined}
            onSelect={chooseCv}
            disabled={busy}
            error={errors.cv?.message}
            ref={field.ref}
          />
        )}
      />
      <Checkbox
        label={`I agree that ${site.name} keeps what I send here for ${months} months, to decide on my application.`}
        hint="Then it is deleted. You can have it deleted sooner at any time: a mail with your reference is enough."
        error={errors.consent?.message}
        readOnly={busy}
        required
        {...form.register('consent')}
      />
      <noscript>
        <p>
          This form needs JavaScript. You can also send your CV to{' '}
          <a href={`mailto:${site.email}`}>{site.email}</a>.
        </p>
      </noscript>
      {/* Robots fill every field that they find. Nobody else meets this one. */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          Website
          <input
            type="text"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore=""
            {...form.register('website')}
          />
        </label>
      </div>
      {failure && (
        <FailureNotice
          failure={failure}
          onCarry={() => keepDraft(undefined, form.getValues())}
          focus={failure.field === undefined}
        />
      )}
      <UploadProgress sent={progress} onCancel={cancel} />
      <Button type="submit" className={styles.submit} busy={busy} busyLabel={messages['busy.submitting']}>
        Send application
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
      <p>{failure.text}</p>
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
