import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { brandFromAccent, productTheme, themeNames } from '#shared/site/theme.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { callOrThrow, readApi } from '../../../api/call.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { DraftStatus } from '../../../forms/FormNotices.tsx';
import { useDraft } from '../../../forms/use-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { acceptedTypes, addSiteFile, fileProblem } from '../add-site-file.ts';
import { oneLine } from '../site-values.ts';
import styles from './FirstSteps.module.css';
import { type FirstValues, fieldOfPath, firstSite } from './first-site.ts';

interface FirstStepsProps {
  /** The site as getSite answered it: that of the sample company. */
  saved: SavedSite;
  /** Called with the site that is stored now, also if another owner has saved it meanwhile. */
  onSaved: (site: SavedSite) => void;
}

/**
 * The first form of a new owner: name, logo, accent colour and email make the site the company's own. All other
 * fields have fallbacks.
 */
export function FirstSteps({ saved, onSaved }: FirstStepsProps) {
  const form = useForm<FirstValues>({
    defaultValues: { name: '', email: '', accent: productTheme.light.accent },
  });
  const { isSubmitting, errors } = form.formState;
  const draft = useFirstDraft(form, saved.updated_at);
  const logo = useLogo();
  const busy = isSubmitting || logo.busy;
  // The upload of the logo does not lock the other fields: they would lose what is typed meanwhile.
  const bind = bindFields(form, isSubmitting);

  const save = form.handleSubmit(async (values) => {
    try {
      const site = firstSite(values, logo.entry?.name);
      const body = { site, updated_at: saved.updated_at };
      const { data } = await callOrThrow('updateSite', { body });
      await draft.deleteDraft();
      notify.success(deskMessages['site.saved']);
      if (data) onSaved(data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        notify.error(deskMessages['site.savedMeanwhile']);
        return onSaved(await readApi('getSite'));
      }
      const { message, fieldErrors } = translateError(error);
      const [first] = Object.keys(fieldErrors).map((path) => {
        const field = fieldOfPath(path);
        form.setError(field, { message: fieldErrors[path] ?? '' });
        return field;
      });
      if (first === undefined || first === 'root') form.setError('root', { message });
      else form.setFocus(first);
    }
  });

  return (
    <>
      <p className={styles.intro}>
        Visitors see a sample company. With these four fields the site becomes yours; everything else can
        wait.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => void save(event)}
        noValidate
        aria-label="Your company"
      >
        {errors.root?.message && <Notice>{errors.root.message}</Notice>}
        <TextField
          label="Name"
          dir="auto"
          autoComplete="organization"
          maxLength={lengths.name}
          {...bind('name', { setValueAs: oneLine })}
        />
        <FileField
          label="Logo"
          hint="SVG or PNG, up to 256 KB. Without a logo, the name is set in type."
          accept={acceptedTypes('logo').join(',')}
          look="drawing"
          file={logo.file}
          error={logo.problem}
          disabled={busy}
          onSelect={(file) => void logo.choose(file)}
        />
        <TextField
          label="Colour"
          type="color"
          className={styles.color}
          hint="For links and buttons. Backgrounds and texts follow from it, readable in the light and the dark theme."
          {...bind('accent')}
        />
        <Themes control={form.control} />
        <TextField
          label="Email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={limits.email}
          hint="Visitors see it, and write to it."
          {...bind('email', { setValueAs: oneLine })}
        />
        <DraftStatus draft={draft.state} dirty={form.formState.isDirty} />
        <div>
          <Button type="submit" busy={busy} busyLabel={deskMessages['busy.editing']}>
            Save
          </Button>
        </div>
      </form>
    </>
  );
}

/** Stores what is typed, as every form does. */
function useFirstDraft(form: ReturnType<typeof useForm<FirstValues>>, version: string) {
  const draft = useDraft({
    form: 'site-first',
    version,
    untouched: () => !form.formState.isDirty,
    onRestore: (values) => form.reset(values as unknown as FirstValues, { keepDefaultValues: true }),
  });
  const values = useWatch({ control: form.control });
  const { isDirty } = form.formState;
  const { saveDraft } = draft;
  useEffect(() => {
    if (isDirty) saveDraft({ ...values }, version);
  }, [values, isDirty, saveDraft, version]);
  return draft;
}

/** Shows the colours of both themes as they would be saved. */
function Themes({ control }: { control: ReturnType<typeof useForm<FirstValues>>['control'] }) {
  const [name, accent] = useWatch({ control, name: ['name', 'accent'] });
  const colors = brandFromAccent(accent);
  return (
    <div className={styles.themes} aria-hidden="true">
      {themeNames.map((theme) => {
        const { background, text, accent: shown } = colors[theme];
        return (
          <p key={theme} className={styles.theme} style={{ background, color: text }}>
            {name || 'Your company'} <span style={{ color: shown }}>Contact</span>
          </p>
        );
      })}
    </div>
  );
}

/** The chosen logo. It is uploaded as soon as it is chosen, so that a refusal is shown at once. */
function useLogo() {
  const [file, setFile] = useState<File>();
  const [entry, setEntry] = useState<SiteFileEntry>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function choose(chosen: File | undefined): Promise<void> {
    setFile(chosen);
    setEntry(undefined);
    const wrong = chosen && fileProblem('logo', chosen);
    setProblem(wrong);
    if (wrong) setFile(undefined);
    if (!chosen || wrong) return;
    setBusy(true);
    try {
      setEntry(await addSiteFile('logo', chosen));
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      setProblem(fieldErrors.logo ?? message);
      setFile(undefined);
    } finally {
      setBusy(false);
    }
  }

  return { file, entry, problem, busy, choose };
}
