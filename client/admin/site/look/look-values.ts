import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { parseColor } from '#shared/color.ts';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { type BrandColors, type ThemeName, themeNames } from '#shared/site/theme.ts';
import { valueAt } from '../../../forms/nested-values.ts';
import { colorNames } from '../fields.ts';
import type { SiteValues } from '../site-values.ts';

/** The props of each part of the tab. */
export interface LookPartProps {
  form: UseFormReturn<SiteValues>;
  busy: boolean;
  /** The values of `brand` in the form. */
  brand: Record<string, unknown>;
  /** Sets keys of `brand`. */
  change: (values: Record<string, unknown>) => void;
  /** Renders the field of one file. */
  fileField: (key: BrandFileKey, text: { label: string; hint: string; error?: string }) => ReactNode;
  /** The logo of the form; undefined if there is none. */
  logo: SiteFileEntry | undefined;
}

/** Returns a value of the form as a text; '' if it is none. */
export function textOf(value: unknown): string {
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

/** Returns the colours of the form; undefined while one of them is missing or is no colour. */
export function completeColors(colors: unknown): BrandColors | undefined {
  const { light, dark } = colorTextsOf(colors);
  const isComplete = [light, dark].every(({ on_accent, signal, ...needed }) =>
    [...Object.values(needed), on_accent || '#000', signal || '#000'].every((text) => parseColor(text)),
  );
  if (!isComplete) return undefined;
  const filled = ({ on_accent, signal, ...needed }: ColorTexts) => ({
    ...needed,
    ...(on_accent && { on_accent }),
    ...(signal && { signal }),
  });
  return { light: filled(light), dark: filled(dark) };
}

/** Returns true if the company has colours of its own. */
export function hasOwnColors(colors: unknown): boolean {
  const texts = colorTextsOf(colors);
  return themeNames.some((theme) => Object.values(texts[theme]).some(Boolean));
}
