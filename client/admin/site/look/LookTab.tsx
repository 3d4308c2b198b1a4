import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Oklch, oklchToRgb, parseColor, toHex, toOklch } from '#shared/color.ts';
import { patternNames } from '#shared/pattern.ts';
import type { SiteFileEntry } from '#shared/schemas/saved-site.ts';
import {
  type BrandColors,
  brandFromAccent,
  productTheme,
  type ThemeName,
  themeNames,
} from '#shared/site/theme.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/fields/Field.module.css';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { colorNames } from '../fields.ts';
import { errorAt, Section } from '../SiteFields.tsx';
import { oneLine } from '../site-values.ts';
import styles from './Look.module.css';
import { LookFile, type LookFiles } from './LookFile.tsx';
import {
  type ColorName,
  colorTextsOf,
  hasOwnColors,
  sameColors,
  textOf,
  useBrand,
  verdictOf,
} from './look-values.ts';

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

/** The side of the square, in pixels, into which a logo is drawn to read its colours. */
const side = 256;

/** Returns the pixels of a picture of this site. Rejects if the browser cannot load or draw it. */
async function readLogoPixels(src: string) {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  // Without smoothing, no mixed colours appear between two areas of a logo that is made smaller.
  context.imageSmoothingEnabled = false;
  // The shape of the logo does not matter here. A size is given, because an SVG may have none.
  context.drawImage(image, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
}

interface ColorsFromLogoProps {
  logo: SiteFileEntry;
  busy: boolean;
  /** The colours of the form. The proposal that is equal to them is shown as chosen. */
  chosen: unknown;
  onChoose: (colors: BrandColors) => void;
}

/** Three proposals of colours that are computed from the logo. */
function ColorsFromLogo({ logo, busy, chosen, onChoose }: ColorsFromLogoProps) {
  const { data: found, error, refetch } = useQuery({ ...logoColorsQuery(logo.src), enabled: false });
  return (
    <div className={styles.fromLogo}>
      <Button variant="quiet" disabled={busy} onClick={() => void refetch()}>
        Take from the logo
      </Button>
      <p className="note" role="status">
        {error && 'The colours of the logo could not be read. Choose colours by hand.'}
        {found &&
          (found.hasColor
            ? 'Choose a proposal. You can change each of its colours below.'
            : 'This logo has no colours, so the proposals are greys.')}
      </p>
      {found && (
        <ul className={classNames(styles.choices, styles.proposals)} aria-label="Colours from the logo">
          {found.proposals.map((colors, index) => (
            <li key={JSON.stringify(colors)}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={sameColors(chosen, colors)}
                disabled={busy}
                onClick={() => onChoose(colors)}
              >
                <Sketch colors={colors} />
                <span>Proposal {index + 1}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The colours that a logo proposes. */
const logoColorsQuery = (src: string) =>
  queryOptions({
    queryKey: ['logoColors', src],
    queryFn: async () => colorsOfLogo(await readLogoPixels(src)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** A page in the colours of the light theme beside one in those of the dark theme. */
function Sketch({ colors }: { colors: BrandColors }) {
  return (
    <svg viewBox="0 0 60 40" aria-hidden="true">
      {themeNames.map((theme, index) => {
        const { background, text, accent, signal = accent } = colors[theme];
        const x = index * 30;
        return (
          <g key={theme}>
            <path fill={background} d={`M${x} 0h30v40H${x}z`} />
            <path fill={text} d={`M${x + 5} 7h18v4h-18zM${x + 5} 14h14v2h-14z`} />
            <path fill={accent} d={`M${x + 5} 23h20v6h-20z`} />
            <path fill={signal} d={`M${x + 5} 32h6v3h-6z`} />
          </g>
        );
      })}
    </svg>
  );
}

/** Pixels with less chroma count as grey. */
const leastChroma = 0.04;
/** Pixels with less alpha, from 0 to 255, belong to the ground of the logo. */
const leastAlpha = 128;
/** The share of the coloured pixels that a second colour needs. It leaves out the soft edges between two colours. */
const leastShare = 0.04;
/** Degrees. Two hues that are nearer to each other count as one. */
const leastDistance = 40;

/**
 * Proposes colours for both themes from the pixels of a logo: red, green, blue and alpha for each pixel, as a canvas
 * gives them. There are three different sets, and each passes all checks of the schema; `hasColor` is false for a logo in
 * black, white and greys only.
 */
function colorsOfLogo(pixels: Uint8ClampedArray) {
  const leading = leadingColors(pixels);
  const [first = grey, other] = leading;
  const accents = [first, other ?? { ...first, lightness: 0.4 }, { ...first, lightness: 0.3 }];
  return {
    proposals: accents.map((accent) => brandFromAccent(toHex(oklchToRgb(accent)))),
    hasColor: leading.length > 0,
  };
}

const grey: Oklch = { lightness: 0.45, chroma: 0, hue: 0 };

/** Returns at most two colours of different hues, the one that covers more first. */
function leadingColors(pixels: Uint8ClampedArray) {
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const hex = toHex([red / 255, green / 255, blue / 255]);
    if (alpha >= leastAlpha) counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const colors = [...counts]
    .map(([hex, count]) => ({ count, ...toOklch(parseColor(hex) ?? [0, 0, 0]) }))
    .filter(({ chroma }) => chroma >= leastChroma)
    .sort((one, next) => next.count - one.count);
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  const [first] = colors;
  const second =
    first &&
    colors.find(({ count, hue }) => count >= total * leastShare && distance(hue, first.hue) >= leastDistance);
  return [first, second].filter((color) => color !== undefined);
}

function distance(one: number, other: number) {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}
