import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { type BrandColors, themeNames } from '#shared/site/theme.ts';
import { languageChoices } from '#shared/words/language.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { saveFailureText } from '../../../api/optimistic.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { DraftStatus, FormNotices } from '../../../forms/FormNotices.tsx';
import { LeaveDialog } from '../../../forms/LeaveDialog.tsx';
import { useResourceForm } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
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

/**
 * The first form of a new owner: name, logo, accent colour, email and language make the site the company's own. All
 * other fields have fallbacks.
 */
export function FirstSteps({ saved, onSaved }: FirstStepsProps) {
  const state = useResourceForm<FirstValues>({
    draftKey: 'site-first',
    stored: emptyValues,
    version: saved.updated_at,
    // The server checks the site.
    resolver: (values) => ({ values, errors: {} }),
    fields: ['name', 'logo', 'accent', 'email', 'language'],
    fieldOf: fieldOfPath,
    save: (values, { version, signal }) =>
      callApi('updateSite', { body: { site: firstSite(values), updated_at: version }, signal }),
    onSaved: ({ data }) => {
      notify.success(deskMessages['site.saved']);
      onSaved(data as SavedSite);
    },
    onFailed: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      notify.error(saveFailureText(error, 'the site'));
      void readApi('getSite').then(onSaved);
    },
  });
  const { form, busy } = state;
  const [isSending, setSending] = useState(false);
  // The upload of the logo does not lock the other fields: they would lose what is typed meanwhile.
  const bind = bindFields(form, busy);
  return (
    <>
      <p className={styles.intro}>
        Visitors see a sample company. With these fields the site becomes yours; everything else can wait.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => void state.submit(event)}
        noValidate
        aria-label="Your company"
      >
        <FormNotices state={state} />
        <TextField
          label="Name"
          dir="auto"
          autoComplete="organization"
          maxLength={lengths.name}
          {...bind('name', { setValueAs: oneLine })}
        />
        <LogoAndColors form={form} busy={busy} onSending={setSending} />
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
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        <div>
          <Button type="submit" busy={busy || isSending} busyLabel={deskMessages['busy.saving']}>
            Save
          </Button>
        </div>
      </form>
      <LeaveDialog state={state} closing={false} onStay={() => {}} onClose={() => {}} />
    </>
  );
}

interface LogoAndColorsProps {
  form: UseFormReturn<FirstValues>;
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
