import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { type BrandColors, themeNames } from '#shared/site/theme.ts';
import { languageChoices } from '#shared/words/language.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { callOrThrow, readApi } from '../../../api/call.ts';
import { saveFailureText } from '../../../api/optimistic.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { DraftStatus } from '../../../forms/FormNotices.tsx';
import { useDraft } from '../../../forms/use-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { notify } from '../../../ui/toast.ts';
import { languageHint } from '../fields.ts';
import { BrandFileField } from '../look/BrandFileField.tsx';
import { Proposals, useLogoColors } from '../look/ColorsFromLogo.tsx';
import { oneLine } from '../site-values.ts';
import styles from './FirstSteps.module.css';
import {
  colorsOf,
  emptyValues,
  type FirstValues,
  fieldOfPath,
  firstSite,
  hasPickedColor,
} from './first-site.ts';

interface FirstStepsProps {
  /** The site as getSite answered it: that of the sample company. */
  saved: SavedSite;
  /** Called with the site that is stored now, also if another owner has saved it meanwhile. */
  onSaved: (site: SavedSite) => void;
}

type FirstForm = UseFormReturn<FirstValues>;

/**
 * The first form of a new owner: name, logo, accent colour, email and language make the site the company's own. All
 * other fields have fallbacks.
 */
export function FirstSteps({ saved, onSaved }: FirstStepsProps) {
  const form = useForm<FirstValues>({ defaultValues: emptyValues });
  const { isSubmitting, errors, isDirty } = form.formState;
  const draft = useFirstDraft(form, saved.updated_at);
  const [isSending, setSending] = useState(false);
  // The upload of the logo does not lock the other fields: they would lose what is typed meanwhile.
  const bind = bindFields(form, isSubmitting);

  const save = form.handleSubmit(async (values) => {
    try {
      const body = { site: firstSite(values), updated_at: saved.updated_at };
      const { data } = await callOrThrow('updateSite', { body });
      await draft.deleteDraft();
      notify.success(deskMessages['site.saved']);
      if (data) onSaved(data);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        notify.error(saveFailureText(error, 'the site'));
        return onSaved(await readApi('getSite'));
      }
      showErrors(form, error);
    }
  });

  return (
    <>
      <p className={styles.intro}>
        Visitors see a sample company. With these fields the site becomes yours; everything else can wait.
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
        <LogoAndColors form={form} busy={isSubmitting} onSending={setSending} />
        <TextField
          label="Email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={limits.email}
          hint="Visitors see it, and write to it."
          {...bind('email', { setValueAs: oneLine })}
        />
        <Select
          label="Language of the site"
          hint={languageHint}
          options={languageChoices}
          {...bind('language')}
        />
        <DraftStatus draft={draft.state} dirty={isDirty} />
        <div>
          <Button type="submit" busy={isSubmitting || isSending} busyLabel={deskMessages['busy.saving']}>
            Save
          </Button>
        </div>
      </form>
    </>
  );
}

/** Shows the error of a save at its fields, or above the form, and moves the focus to the first wrong field. */
function showErrors(form: FirstForm, error: unknown): void {
  const { message, fieldErrors } = translateError(error);
  const [first] = Object.entries(fieldErrors).map(([path, text]) => {
    const field = fieldOfPath(path);
    form.setError(field, { message: text });
    return field;
  });
  if (first === undefined || first === 'root') form.setError('root', { message });
  else form.setFocus(first);
}

/** Stores what is typed, as every form does. */
function useFirstDraft(form: FirstForm, version: string) {
  const draft = useDraft({
    form: 'site-first',
    version,
    untouched: () => !form.formState.isDirty,
    onRestore: (values) => form.reset({ ...emptyValues, ...values }, { keepDefaultValues: true }),
  });
  const values = useWatch({ control: form.control });
  const { isDirty } = form.formState;
  const { saveDraft } = draft;
  useEffect(() => {
    if (isDirty) saveDraft({ ...values }, version);
  }, [values, isDirty, saveDraft, version]);
  return draft;
}

interface LogoAndColorsProps {
  form: FirstForm;
  busy: boolean;
  /** Called with true while the logo is uploaded. */
  onSending: (isSending: boolean) => void;
}

/**
 * The logo, and the colour with the sets of colours that the logo proposes. The first set is chosen by itself, unless
 * the owner has picked a colour.
 */
function LogoAndColors({ form, busy, onSending }: LogoAndColorsProps) {
  const { errors } = form.formState;
  const [name, logo, accent, colors] = useWatch({
    control: form.control,
    name: ['name', 'logo', 'accent', 'colors'],
  });
  const choose = (chosen: BrandColors | null) => {
    form.setValue('colors', chosen, { shouldDirty: true });
    form.setValue('accent', chosen?.light.accent ?? emptyValues.accent, { shouldDirty: true });
  };
  const found = useLogoColors(logo?.src, {
    onFound: ({ proposals: [first] }) => {
      // Colours that a draft has restored stay too.
      if (first && !colors && !hasPickedColor({ accent, colors })) choose(first);
    },
  });
  const putLogo = (entry: SiteFileEntry | null) => {
    if (colors) choose(null);
    form.clearErrors('logo');
    form.setValue('logo', entry, { shouldDirty: true });
  };
  return (
    <>
      <BrandFileField
        fileKey="logo"
        label="Logo"
        hint="SVG or PNG, up to 256 KB. Without a logo, the name is set in type."
        error={errors.logo?.message}
        name={logo?.name ?? ''}
        entry={logo ?? undefined}
        busy={busy}
        onSending={onSending}
        onAdded={putLogo}
        onRemove={() => putLogo(null)}
      />
      <TextField
        label="Colour"
        type="color"
        className={styles.color}
        hint="For links and buttons. Backgrounds and texts follow from it, readable in the light and the dark theme."
        {...bindFields(form, busy)('accent', {
          onChange: () => form.setValue('colors', null, { shouldDirty: true }),
        })}
      />
      {found && found !== 'failed' && (
        <Proposals
          label="Colours from the logo"
          proposals={found.proposals}
          chosen={colors}
          busy={busy}
          onChoose={choose}
        />
      )}
      <Themes name={name} colors={colorsOf({ accent, colors })} />
    </>
  );
}

/** Shows the colours of both themes as they would be saved. */
function Themes({ name, colors }: { name: string; colors: BrandColors }) {
  return (
    <div className={styles.themes} aria-hidden="true">
      {themeNames.map((theme) => {
        const { background, text, accent } = colors[theme];
        return (
          <p key={theme} className={styles.theme} style={{ background, color: text }}>
            {name || 'Your company'} <span style={{ color: accent }}>Contact</span>
          </p>
        );
      })}
    </div>
  );
}
