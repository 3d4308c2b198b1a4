import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { contrast, nearestReadable, parseColor, type Rgb, toHex } from '#shared/color.ts';
import {
  type BrandColors,
  isRightWayRound,
  productTheme,
  ratioText,
  type ThemeName,
  textContrast,
  themeNames,
} from '#shared/site/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/fields/Field.module.css';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { errorAt } from '../SiteFields.tsx';
import { oneLine, type SiteValues } from '../site-values.ts';
import { ColorsFromLogo } from './ColorsFromLogo.tsx';
import styles from './Look.module.css';
import {
  type ColorName,
  type ColorTexts,
  colorTextsOf,
  hasOwnColors,
  type LookPartProps,
} from './look-values.ts';

/** The colours of both themes, or those of the product. */
export function Colors({ form, busy, brand, change, logo }: LookPartProps) {
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
            <ThemeFields key={theme} form={form} theme={theme} texts={texts[theme]} busy={busy} />
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

interface ThemeFieldsProps {
  form: UseFormReturn<SiteValues>;
  theme: ThemeName;
  texts: ColorTexts;
  busy: boolean;
}

function ThemeFields({ form, theme, texts, busy }: ThemeFieldsProps) {
  const [showsMore, showMore] = useState(false);
  const isWrong = (['on_accent', 'signal'] as const).some(
    (name) => verdictOf(name, texts, theme).error ?? errorAt(form, `brand.colors.${theme}.${name}`),
  );
  // An error is never hidden. Once it is corrected, the fields stay, because one of them may have the focus.
  if (isWrong && !showsMore) showMore(true);
  const field = (name: ColorName) => {
    const path = `brand.colors.${theme}.${name}`;
    return (
      <ColorField
        key={name}
        path={path}
        label={labels[name]}
        value={texts[name]}
        verdict={verdictOf(name, texts, theme)}
        error={errorAt(form, path)}
        busy={busy}
        onChange={(value) => form.setValue(path, value, { shouldDirty: true })}
      />
    );
  };
  return (
    <fieldset className={classNames(fieldStyles.group, styles.theme)}>
      <legend className={styles.themeTitle}>{titles[theme]}</legend>
      {field('background')}
      {field('text')}
      {field('accent')}
      <details
        className={styles.more}
        open={showsMore}
        onToggle={({ currentTarget }) => {
          if (isWrong) currentTarget.open = true;
          showMore(currentTarget.open);
        }}
      >
        <summary>More colours</summary>
        <div className={styles.theme}>
          {field('on_accent')}
          {field('signal')}
        </div>
      </details>
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

/** Colours that can be left empty. */
const optional: Partial<Record<ColorName, string>> = {
  on_accent: 'If empty, the most readable colour.',
  signal: 'For what needs attention. If empty, the accent.',
};

/** How well a colour can be read. */
interface Verdict {
  /** The contrast ratio, or what the colour is for. */
  hint?: string | undefined;
  error?: string | undefined;
  /** The nearest colour that can be read, as `#rrggbb`; undefined if there is none or none is needed. */
  nearest?: string | undefined;
}

/** Checks a colour of a theme by the rules of the schema. */
export function verdictOf(name: ColorName, texts: ColorTexts, theme: ThemeName): Verdict {
  const color = parseColor(texts[name]);
  if (texts[name] === '') {
    return name in optional ? { hint: optional[name] } : { error: 'Fill in a colour.' };
  }
  if (!color) return { error: 'This is not a colour. Write it as #1d3cc0 or oklch(0.45 0.2 265).' };
  if (name === 'background') return backgroundVerdict(texts, theme);
  const groundName = name === 'on_accent' ? 'accent' : 'background';
  const ground = parseColor(texts[groundName]);
  if (!ground) return {};
  const ratio = contrast(color, ground);
  const found = `${ratioText(ratio)} on the ${groundName}`;
  if (ratio >= textContrast) return { hint: `Contrast ${found}.` };
  return {
    error: `Too faint: contrast ${found}. It needs ${textContrast}:1.`,
    nearest: nearestOf(name, color, ground, theme),
  };
}

function nearestOf(name: ColorName, color: Rgb, ground: Rgb, theme: ThemeName): string | undefined {
  // Text has to stay darker than the background in the light theme, and lighter in the dark one.
  const ways = theme === 'light' ? ([-1] as const) : ([1] as const);
  const nearest = nearestReadable(color, ground, textContrast, name === 'text' ? ways : undefined);
  return nearest && toHex(nearest);
}

function backgroundVerdict({ background, text, accent }: ColorTexts, theme: ThemeName): Verdict {
  if (!parseColor(text) || isRightWayRound({ background, text, accent }, theme)) return {};
  const comparison = theme === 'light' ? 'lighter' : 'darker';
  return { error: `The background must be ${comparison} than the text in the ${theme} theme.` };
}

interface ColorFieldProps {
  path: string;
  label: string;
  value: string;
  verdict: Verdict;
  /** The server's error. */
  error: string | undefined;
  busy: boolean;
  onChange: (value: string) => void;
}

function ColorField({ path, label, value, verdict, error, busy, onChange }: ColorFieldProps) {
  const { nearest } = verdict;
  const color = parseColor(value);
  return (
    <div className={styles.color}>
      <TextField
        label={label}
        name={path}
        value={value}
        onChange={(event) => onChange(oneLine(event.currentTarget.value))}
        hint={verdict.hint}
        error={verdict.error ?? error}
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
            onChange={(event) => onChange(event.currentTarget.value)}
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
            onChange(nearest);
          }}
        >
          Use the nearest that passes ({nearest})
        </Button>
      )}
    </div>
  );
}
