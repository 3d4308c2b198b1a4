import { useRef } from 'react';
import { parseColor, toHex } from '#shared/color.ts';
import { patternNames } from '#shared/pattern.ts';
import type { SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { type BrandColors, productTheme, type ThemeName, themeNames } from '#shared/site/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/fields/Field.module.css';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { colorNames } from '../fields.ts';
import { errorAt, Section } from '../SiteFields.tsx';
import { oneLine } from '../site-values.ts';
import { ColorsFromLogo } from './ColorsFromLogo.tsx';
import styles from './Look.module.css';
import { LookFile, type LookFiles } from './LookFile.tsx';
import { type ColorName, colorTextsOf, hasOwnColors, textOf, useBrand, verdictOf } from './look-values.ts';

/** Colours, logo, icon and artwork. */
export function LookTab(props: LookFiles) {
  const { form, busy, brand, change } = useBrand();
  /** The picture from before another artwork was chosen. */
  const before = useRef('');
  const hasLogo = textOf(brand.logo) !== '';
  const picture = textOf(brand.picture);
  const artwork = (textOf(brand.artwork) || 'plain') as 'plain' | 'pattern' | 'picture';
  const [firstPattern] = patternNames;
  return (
    <>
      <Section title="Logo and icon">
        <LookFile
          {...props}
          name="logo"
          label="Logo"
          hint="SVG or PNG, up to 256 KB. Shown in the header. Without a logo, the name is shown."
        />
        {hasLogo && (
          <>
            <LookFile
              {...props}
              name="logo_dark"
              label="Logo on dark"
              hint="SVG or PNG, up to 256 KB. For dark backgrounds, if the logo cannot be seen there."
            />
            <Switch
              label="Show the name next to the logo"
              hint="Off for a logo that contains the name."
              name="brand.logo_with_name"
              checked={brand.logo_with_name === true}
              readOnly={busy}
              error={errorAt(form, 'brand.logo_with_name')}
              onChange={(event) => change({ logo_with_name: event.currentTarget.checked ? true : undefined })}
            />
          </>
        )}
        <LookFile
          {...props}
          name="favicon"
          label="Icon"
          hint="SVG or PNG, square, up to 256 KB. Shown on browser tabs and home screens."
        />
      </Section>
      <Section title="Colours">
        <Colors logo={props.files.find(({ name }) => name === brand.logo)} />
      </Section>
      <Section title="Artwork">
        <SegmentedControl
          label="Kind of artwork"
          value={artwork}
          options={[
            { value: 'plain', label: 'None' },
            { value: 'pattern', label: 'Pattern' },
            { value: 'picture', label: 'Picture' },
          ]}
          readOnly={busy}
          onChange={(chosen) => {
            if (picture) before.current = picture;
            // The schema refuses a picture or a pattern that is not shown.
            change({ artwork: chosen, picture: chosen === 'picture' ? before.current : '', pattern: '' });
          }}
        />
        {artwork === 'picture' && (
          <LookFile
            {...props}
            name="picture"
            label="Picture"
            hint="JPEG, PNG or WebP, up to 4 MB, at least 320 pixels each way. Shown at the top of the home page."
            missing={picture ? undefined : 'Choose a picture, or another kind of artwork.'}
          />
        )}
        {artwork === 'pattern' && (
          <SegmentedControl
            label="Pattern"
            value={textOf(brand.pattern) || firstPattern}
            options={patternNames.map((value) => ({ value, label: patternLabels[value] }))}
            readOnly={busy}
            // The first pattern is the default and needs no key.
            onChange={(chosen) => change({ pattern: chosen === firstPattern ? '' : chosen })}
          />
        )}
      </Section>
    </>
  );
}

const patternLabels: Record<(typeof patternNames)[number], string> = {
  star: 'Stars',
  weave: 'Weave',
  waves: 'Waves',
};

/** The colours of both themes, or those of the product. */
function Colors({ logo }: { logo: SiteFileEntry | undefined }) {
  const { busy, brand, change } = useBrand();
  /** The company's colours from before it chose those of the product. */
  const before = useRef<BrandColors>(undefined);
  const texts = colorTextsOf(brand.colors);
  const own = hasOwnColors(brand.colors);
  const put = (colors: BrandColors | undefined) => change({ colors: colorTextsOf(colors) });
  return (
    <>
      <SegmentedControl
        label="Which colours"
        value={own ? 'own' : 'product'}
        options={[
          { value: 'product', label: "The product's" },
          { value: 'own', label: 'Your own' },
        ]}
        readOnly={busy}
        onChange={(chosen) => {
          if (chosen === 'own') return put(before.current ?? productColors);
          before.current = texts;
          put(undefined);
        }}
      />
      {logo && <ColorsFromLogo key={logo.src} logo={logo} busy={busy} chosen={brand.colors} onChoose={put} />}
      {own && (
        <div className={styles.themes}>
          {themeNames.map((theme) => (
            <ThemeFields key={theme} theme={theme} />
          ))}
        </div>
      )}
    </>
  );
}

/** The product's own colours, with which an owner begins. */
const productColors: BrandColors = { light: startOf('light'), dark: startOf('dark') };

function startOf(theme: ThemeName) {
  const { bg: background, ink: text, accent, signal } = productTheme[theme];
  return { background, text, accent, signal };
}

function ThemeFields({ theme }: { theme: ThemeName }) {
  const { form, busy, brand } = useBrand();
  const texts = colorTextsOf(brand.colors)[theme];
  return (
    <fieldset className={classNames(fieldStyles.group, styles.theme)}>
      <legend className={styles.themeTitle}>{titles[theme]}</legend>
      {colorNames.map((name) => {
        const path = `brand.colors.${theme}.${name}`;
        const { hint, error, nearest } = verdictOf(name, texts, theme);
        const label = labels[name];
        const value = texts[name];
        const color = parseColor(value);
        const change = (typed: string) => form.setValue(path, typed, { shouldDirty: true });
        return (
          <div key={name} className={styles.color}>
            <TextField
              label={label}
              name={path}
              value={value}
              onChange={(event) => change(oneLine(event.currentTarget.value))}
              hint={hint}
              error={error ?? errorAt(form, path)}
              maxLength={60}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              readOnly={busy}
              action={
                <input
                  type="color"
                  className={styles.picker}
                  aria-label={`Pick: ${label}`}
                  value={color ? toHex(color) : '#000000'}
                  disabled={busy}
                  onChange={(event) => change(event.currentTarget.value)}
                />
              }
            />
            {nearest && (
              <Button
                variant="quiet"
                disabled={busy}
                onClick={(event) => {
                  // The button disappears, so the focus moves to the field.
                  event.currentTarget.parentElement?.querySelector('input')?.focus();
                  change(nearest);
                }}
              >
                Use the nearest that passes ({nearest})
              </Button>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

const titles: Record<ThemeName, string> = { light: 'Light theme', dark: 'Dark theme' };

const labels: Record<ColorName, string> = {
  background: 'Background',
  text: 'Text',
  accent: 'Accent',
  on_accent: 'Text on the accent',
  signal: 'Signal',
};
