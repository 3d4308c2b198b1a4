import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { keptWords, removedWords } from '#shared/sample-words.ts';
import type { SampleRemoval } from '#shared/schemas/sample.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { lengths } from '#shared/schemas/site/pieces.ts';
import { type BrandColors, brandFromAccent, productTheme, themeNames } from '#shared/site/theme.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { DraftStatus, FormNotices, LeaveDialog } from '../../../forms/FormDialog.tsx';
import { bindFields } from '../../../forms/use-resource-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/toast.ts';
import { useQuestion } from '../../shared/calls.tsx';
import { doneOf, sampleQuery, useFirstSteps } from '../../shared/first-steps/use-first-steps.ts';
import { languageField } from '../fields.ts';
import { addingSiteFile, LookFile } from '../look/LookFile.tsx';
import { colorTextsOf, hasOwnColors, sameColors, useBrand } from '../look/look-values.ts';
import { errorAt, Field, SurroundingsContext } from '../SiteFields.tsx';
import { useSiteForm } from '../site-form.ts';
import { oneLine } from '../site-values.ts';
import styles from './FirstSteps.module.css';

/**
 * The first form of a new owner: name, logo, accent colour, email and language make the site the company's own. All
 * other fields have fallbacks. `saved` is the site of the sample company.
 */
export function FirstSteps({ saved }: { saved: SavedSite }) {
  const element = useRef<HTMLFormElement>(null);
  const state = useSiteForm(saved, ([first]) => {
    element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first ?? '')}"]`)?.focus();
  });
  const { form, busy } = state;
  const isSending = useIsMutating({ mutationKey: addingSiteFile }) > 0;
  // The upload of the logo does not lock the other fields: they would lose what is typed meanwhile.
  const bind = bindFields(form, busy);
  useEffect(
    () => () => {
      // Another form takes the place of this one, and is read from its beginning.
      window.scrollTo({ top: 0, behavior: 'instant' });
      document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <SurroundingsContext value={{ form, busy, fallback: () => undefined }}>
      <p className={styles.intro}>
        Visitors see a sample company. With these fields the site becomes yours; everything else can wait.
      </p>
      <form
        ref={element}
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
        <LogoAndColors />
        <TextField
          label="Email"
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={limits.email}
          hint="Visitors see it, and write to it."
          {...bind('email', { setValueAs: oneLine })}
        />
        <Field field={languageField} />
        <DraftStatus draft={state.draft} dirty={state.dirty} />
        <div>
          <Button type="submit" busy={busy || isSending} busyLabel={deskMessages['busy.saving']}>
            Save
          </Button>
        </div>
      </form>
      <LeaveDialog state={state} />
    </SurroundingsContext>
  );
}

const productAccent = productTheme.light.accent;

/** The logo, and one colour, from which the others follow. */
function LogoAndColors() {
  const { form, busy, brand, change } = useBrand();
  const [files, setFiles] = useState<SiteFileEntry[]>([]);
  const [picked, pick] = useState(productAccent);
  const colors = hasOwnColors(brand.colors) ? colorTextsOf(brand.colors) : undefined;
  const isPicked = sameColors(brandFromAccent(picked), colors);
  const name: unknown = useWatch({ control: form.control, name: 'name' });
  const shown: BrandColors = colors ?? brandFromAccent(productAccent);
  return (
    <>
      <LookFile
        name="logo"
        label="Logo"
        hint="SVG or PNG, up to 256 KB. Without a logo, the name is set in type."
        files={files}
        onFile={(entry) => setFiles([...files, entry])}
      />
      <TextField
        label="Colour"
        type="color"
        className={styles.color}
        hint="For links and buttons. Backgrounds and texts follow from it, readable in the light and the dark theme."
        name="brand.colors.light.accent"
        readOnly={busy}
        error={errorAt(form, 'brand.colors.light.accent')}
        // A colour that is too light to be read is saved darker, and shown as it was picked.
        value={isPicked ? picked : (colors?.light.accent ?? productAccent)}
        onChange={({ currentTarget: { value } }) => {
          pick(value);
          change({ colors: colorTextsOf(brandFromAccent(value)) });
        }}
      />
      {/* The colours of both themes as they would be saved. */}
      <div className={styles.themes} aria-hidden="true">
        {themeNames.map((theme) => {
          const { background, text, accent } = shown[theme];
          return (
            <p key={theme} className={styles.theme} style={{ background, color: text }}>
              {String(name || 'Your company')} <span style={{ color: accent }}>Contact</span>
            </p>
          );
        })}
      </div>
    </>
  );
}

/** Says that the site has sample content, and removes it. Shows nothing if there is none, or on another host. */
export function SampleContent() {
  const isSupported = useHostSupports('getSample') === true;
  const { data } = useQuery({ ...sampleQuery, enabled: isSupported });
  const queries = useQueryClient();
  const [kept, setKept] = useState<SampleRemoval['kept']>([]);

  async function remove() {
    try {
      const removal = await readApi('removeSample');
      const words = removedWords(removal.removed);
      notify.success(words ? `Removed ${words}.` : deskMessages['sample.noneRemoved']);
      setKept(removal.kept);
      await queries.invalidateQueries();
    } catch (error) {
      notify.error(translateError(error).message);
    }
  }
  const [ask, question] = useQuestion(() => ({
    title: 'Remove the sample content?',
    text: deskMessages['sample.removeAsks'],
    confirmLabel: 'Remove sample content',
    onConfirm: remove,
  }));

  if (!data?.sample && kept.length === 0) return null;
  return (
    <section className={styles.sample} aria-label="Sample content">
      {kept.length > 0 ? (
        <>
          <p>These stay:</p>
          <ul className={styles.kept}>
            {kept.map((row) => (
              <li key={`${row.resource} ${row.title}`}>{keptWords(row)}.</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{deskMessages['sample.isThere']}</p>
          <Button variant="quiet" onClick={ask}>
            Remove sample content
          </Button>
        </>
      )}
      {question}
    </section>
  );
}

/** The first steps that are left after the company has its name. Renders nothing once all are done. */
export function StepList() {
  const { steps, dismiss } = useFirstSteps();
  if (steps.length === 0) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <p>
        <strong>First steps</strong> {doneOf(steps)}
      </p>
      <ul className={styles.stepItems}>
        {steps
          .filter(({ isDone }) => !isDone)
          .map(({ words, to }) => (
            <li key={words}>{to ? <Link to={to}>{words}</Link> : words}</li>
          ))}
      </ul>
      <IconButton label="Dismiss first steps" onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </section>
  );
}
