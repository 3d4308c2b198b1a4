import { z } from 'zod';
import { parseColor } from '../../color.ts';
import { type PatternName, patternNames } from '../../pattern.ts';
import { contrastProblems, themeNames } from '../../site/theme.ts';
import { text, unknownKeys } from './pieces.ts';

/**
 * The look of the company: colours of both themes, logo, favicon, artwork. The files are in the folder of site.json.
 */

const color = z
  .string(text)
  .refine(
    (value) => parseColor(value) !== undefined,
    'must be a colour such as #1d3cc0 or oklch(0.45 0.2 265), without transparency',
  );

const theme = z.strictObject(
  {
    background: color,
    text: color,
    accent: color,
    on_accent: color.optional(),
    signal: color.optional(),
  },
  unknownKeys('must be an object with background, text and accent'),
);

const colors = z
  .strictObject({ light: theme, dark: theme }, unknownKeys('must be an object with light and dark'))
  .superRefine((value, context) => {
    for (const name of themeNames) {
      for (const message of contrastProblems(value[name], name)) {
        context.addIssue({ code: 'custom', path: [name], message });
      }
    }
  });

/** A file name without a path, so that the file can only be in the folder of site.json. */
const fileName = (kinds: readonly string[]) =>
  z
    .string(text)
    .max(100, 'must have at most 100 characters')
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'must be the name of a file beside site.json: letters, digits, dot, hyphen and underscore only',
    )
    .refine(
      (name) => kinds.some((kind) => name.toLowerCase().endsWith(`.${kind}`)),
      `must end in ${kinds.map((kind) => `.${kind}`).join(' or ')}`,
    );

const drawn = fileName(['svg', 'png']);

export const brandSchema = z
  .strictObject(
    {
      logo: drawn.optional(),
      /** The logo for dark backgrounds; by default `logo`. */
      logo_dark: drawn.optional(),
      /** True if the logo is a symbol without the company's name: pages then show the name next to it. */
      logo_with_name: z.boolean('must be true or false').optional(),
      favicon: drawn.optional(),
      artwork: z
        .enum(['pattern', 'picture', 'plain'], 'must be "pattern", "picture" or "plain"')
        .default('plain'),
      /** The pattern for the artwork "pattern"; by default the first one. */
      pattern: z
        .enum(patternNames, `must be ${patternNames.map((name) => `"${name}"`).join(' or ')}`)
        .optional(),
      /** The file for the artwork "picture". */
      picture: fileName(['jpg', 'jpeg', 'png', 'webp']).optional(),
      colors: colors.optional(),
    },
    unknownKeys('must be an object'),
  )
  .superRefine(({ artwork, pattern, picture, logo, logo_dark, logo_with_name }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (artwork === 'picture' && !picture) missing('picture', 'is missing: artwork is "picture"');
    if (artwork !== 'picture' && picture) missing('picture', 'is not used: artwork is not "picture"');
    if (artwork !== 'pattern' && pattern) missing('pattern', 'is not used: artwork is not "pattern"');
    if (!logo && logo_dark) missing('logo', 'is missing: there is a logo_dark');
    if (!logo && logo_with_name !== undefined) missing('logo', 'is missing: there is a logo_with_name');
  });

export type BrandFile = z.infer<typeof brandSchema>;

/** A picture of the company, with the URL at which this site serves it. */
export interface BrandImage {
  src: string;
  /** The size in pixels, or in the units of an SVG. */
  width: number;
  height: number;
}

/** The look of the company, after its files were read. */
export interface Brand {
  logo?: BrandImage;
  logo_dark?: BrandImage;
  logo_with_name: boolean;
  /** The icon in its own format; the other icons are made from it. */
  favicon: { src: string; type: string };
  artwork: 'pattern' | 'picture' | 'plain';
  pattern?: PatternName;
  picture?: BrandImage;
  colors?: BrandFile['colors'];
}
