import { useWatch } from 'react-hook-form';
import { contrast, nearestReadable, parseColor, type Rgb, toHex } from '#shared/color.ts';
import { isRightWayRound, ratioText, type ThemeName, textContrast, themeNames } from '#shared/site/theme.ts';
import { sameValues } from '../../../forms/draft.ts';
import { isNested, valueAt } from '../../../forms/nested-values.ts';
import { colorNames } from '../fields.ts';
import { useSurroundings } from '../SiteFields.tsx';

/** Returns the form, the values of its `brand`, and a function that sets some of them. */
export function useBrand() {
  const { form, busy } = useSurroundings();
  const value: unknown = useWatch({ control: form.control, name: 'brand' });
  const change = (values: Record<string, unknown>) => {
    for (const [key, own] of Object.entries(values)) {
      form.setValue<string>(`brand.${key}`, own, { shouldDirty: true });
    }
  };
  return { form, busy, brand: isNested(value) ? value : {}, change };
}

/** Returns a value of the form as a text; '' if it is none. */
export function textOf(value: unknown) {
  return typeof value === 'string' ? value : '';
}

export type ColorName = (typeof colorNames)[number];
/** The colours of a theme as an owner has typed them; '' for one that is missing. */
export type ColorTexts = Record<ColorName, string>;

/** Returns the texts of all colours of the form. */
export function colorTextsOf(colors: unknown): Record<ThemeName, ColorTexts> {
  const ofTheme = (theme: ThemeName) =>
    Object.fromEntries(
      colorNames.map((name) => [name, textOf(valueAt(colors, `${theme}.${name}`))]),
    ) as ColorTexts;
  return { light: ofTheme('light'), dark: ofTheme('dark') };
}

/** Returns true if two sets of colours are the same. */
export function sameColors(one: unknown, other: unknown) {
  return sameValues(colorTextsOf(one), colorTextsOf(other));
}

/** Returns true if the company has colours of its own. */
export function hasOwnColors(colors: unknown) {
  const texts = colorTextsOf(colors);
  return themeNames.some((theme) => Object.values(texts[theme]).some(Boolean));
}

/** Colours that can be left empty. */
const optional: Partial<Record<ColorName, string>> = {
  on_accent: 'If empty, the most readable colour.',
  signal: 'For what needs attention. If empty, the accent.',
};

/** How well a colour can be read. */
export interface Verdict {
  /** The contrast ratio, or what the colour is for. */
  hint?: string;
  error?: string;
  /** The nearest colour that can be read, as `#rrggbb`; undefined if there is none or none is needed. */
  nearest?: string;
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

function nearestOf(name: ColorName, color: Rgb, ground: Rgb, theme: ThemeName) {
  // Text has to stay darker than the background in the light theme, and lighter in the dark one.
  const ways = theme === 'light' ? ([-1] as const) : ([1] as const);
  const nearest = nearestReadable(color, ground, textContrast, name === 'text' ? ways : undefined);
  return nearest && toHex(nearest);
}

function backgroundVerdict({ background, text, accent }: ColorTexts, theme: ThemeName) {
  if (!parseColor(text) || isRightWayRound({ background, text, accent }, theme)) return {};
  const comparison = theme === 'light' ? 'lighter' : 'darker';
  return { error: `The background must be ${comparison} than the text in the ${theme} theme.` };
}
