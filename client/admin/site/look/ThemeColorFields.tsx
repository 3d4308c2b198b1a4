import { contrast, parseColor, type Rgb, readableOn, toHex } from '#shared/color.ts';
import { type BrandTheme, contrastProblems, type ThemeName } from '#shared/site/theme.ts';
import { isNested } from '../../../forms/nested-values.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './ThemeColorFields.module.css';

interface ThemeColorFieldsProps {
  theme: ThemeName;
  /** The colours of the theme as they are in the form. */
  colors: unknown;
  onChange: (colors: Record<string, string | undefined>) => void;
  /** The refusal of the server. */
  error: string | undefined;
  busy: boolean;
}

const titles: Record<ThemeName, string> = { light: 'Light theme', dark: 'Dark theme' };

/** Each colour with the colour on which it has to be readable. */
const fields = [
  { key: 'background', label: 'Background', on: undefined },
  { key: 'text', label: 'Text', on: 'background' },
  { key: 'accent', label: 'Accent', on: 'background' },
  { key: 'signal', label: 'Second accent (optional)', on: 'background' },
  { key: 'on_accent', label: 'Text on the accent (optional)', on: 'accent' },
] as const;

/** The contrast that texts need (WCAG 2.2, 1.4.3). */
const least = 4.5;

/** The colours of one theme, each with its contrast while it is typed. */
export function ThemeColorFields({ theme, colors, onChange, error, busy }: ThemeColorFieldsProps) {
  const values = (isNested(colors) ? colors : {}) as Record<string, string | undefined>;
  const set = (key: string, value: string) => onChange({ ...values, [key]: value || undefined });
  const orderProblem = themeProblem(values, theme);
  return (
    <fieldset className={styles.theme}>
      <legend className={styles.title}>{titles[theme]}</legend>
      {fields.map(({ key, label, on }) => {
        const [own, ground] = [rgbOf(values[key]), on && rgbOf(values[on])];
        const ratio = own && ground ? contrast(own, ground) : undefined;
        const isLow = ratio !== undefined && ratio < least;
        return (
          <div key={key} className={styles.field}>
            <TextField
              label={`${label}, ${theme}`}
              name={`brand.colors.${theme}.${key}`}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              readOnly={busy}
              value={values[key] ?? ''}
              onChange={(event) => set(key, event.currentTarget.value.trim())}
              hint={ratio === undefined || isLow ? undefined : `Contrast ${shownRatio(ratio)}`}
              error={problemOf(values[key], ratio)}
            />
            <input
              type="color"
              className={styles.picker}
              aria-label={`Pick: ${label}, ${theme}`}
              disabled={busy}
              value={own ? toHex(own) : '#000000'}
              onChange={(event) => set(key, event.currentTarget.value)}
            />
            {isLow && own && ground && (
              <Button
                variant="quiet"
                disabled={busy}
                onClick={() => set(key, toHex(readableOn(own, [ground], least)))}
              >
                Use the nearest that passes
              </Button>
            )}
          </div>
        );
      })}
      {(orderProblem ?? error) && <Notice>{orderProblem ?? error}</Notice>}
    </fieldset>
  );
}

function rgbOf(text: string | undefined): Rgb | undefined {
  return text ? parseColor(text) : undefined;
}

function problemOf(text: string | undefined, ratio: number | undefined): string | undefined {
  if (text && !parseColor(text)) return 'This must be a colour such as #1d3cc0 or oklch(0.45 0.2 265).';
  if (ratio === undefined || ratio >= least) return undefined;
  return `Contrast ${shownRatio(ratio)}; text needs at least ${least}:1.`;
}

/** The ratio is rounded down, so that an insufficient one never looks sufficient. */
function shownRatio(ratio: number): string {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
}

/** Returns the problem of the theme as a whole: a light theme has to be lighter than its text, a dark one darker. */
function themeProblem(values: Record<string, string | undefined>, theme: ThemeName): string | undefined {
  const { background, text, accent } = values;
  if (![background, text, accent].every((color) => rgbOf(color))) return undefined;
  const problem = contrastProblems(values as unknown as BrandTheme, theme).find((each) =>
    each.startsWith('background must'),
  );
  return problem && `The ${problem}.`;
}
