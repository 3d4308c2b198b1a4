import { get, useWatch } from 'react-hook-form';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { brandFromAccent, productTheme, themeNames } from '#shared/site/theme.ts';
import { isNested } from '../../../forms/nested-values.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import styles from '../Site.module.css';
import { errorAt } from '../SiteFields.tsx';
import type { SiteForm } from '../site-form.ts';
import { BrandFile } from './BrandFile.tsx';
import { ThemeColorFields } from './ThemeColorFields.tsx';

interface LookTabProps {
  form: SiteForm;
  busy: boolean;
  /** The files that the site names, with those that were added since. */
  files: readonly SiteFileEntry[];
  /** Called when a file was added. */
  onFile: (entry: SiteFileEntry) => void;
  readOnly: boolean;
}

const artworks = [
  { value: 'plain', label: 'None' },
  { value: 'picture', label: 'A picture' },
  { value: 'pattern', label: 'A pattern in your colours' },
];

const colorsPath = 'brand.colors';

/** Colours, logo, icon and artwork. */
export function LookTab({ form, busy, files, onFile }: LookTabProps) {
  const value: unknown = useWatch({ control: form.control, name: 'brand' });
  const brand = isNested(value) ? value : {};
  const set = (path: string, next: unknown) => form.setValue(path, next, { shouldDirty: true });
  const setFile = (key: BrandFileKey, name: string | undefined) => {
    set(`brand.${key}`, name);
    form.clearErrors(`brand.${key}`);
  };
  const file = (key: BrandFileKey, label: string, hint: string) => (
    <BrandFile
      key={key}
      fileKey={key}
      label={label}
      hint={hint}
      entry={files.find(({ name }) => name === brand[key])}
      error={errorAt(form, `brand.${key}`)}
      busy={busy}
      onAdded={(entry) => {
        onFile(entry);
        setFile(key, entry.name);
      }}
      onRemoved={() => setFile(key, undefined)}
    />
  );
  return (
    <>
      <section className={styles.group} aria-labelledby="look-colors">
        <h2 className={styles.groupTitle} id="look-colors">
          Colours
        </h2>
        {isNested(brand.colors) ? (
          <>
            {themeNames.map((theme) => (
              <ThemeColorFields
                key={theme}
                theme={theme}
                colors={get(brand, `colors.${theme}`)}
                onChange={(next) => {
                  set(`${colorsPath}.${theme}`, next);
                  form.clearErrors(`${colorsPath}.${theme}`);
                }}
                error={errorAt(form, `${colorsPath}.${theme}`)}
                busy={busy}
              />
            ))}
            <Button variant="quiet" disabled={busy} onClick={() => set(colorsPath, undefined)}>
              Use the product’s colours
            </Button>
          </>
        ) : (
          <>
            <p className={styles.groupNote}>The site has the product’s colours.</p>
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => set(colorsPath, brandFromAccent(productTheme.light.accent))}
            >
              Choose colours
            </Button>
          </>
        )}
      </section>
      <section className={styles.group} aria-labelledby="look-logo">
        <h2 className={styles.groupTitle} id="look-logo">
          Logo and icon
        </h2>
        {file('logo', 'Logo', 'SVG or PNG, up to 256 KB. Without a logo, the name is set in type.')}
        {typeof brand.logo === 'string' && (
          <>
            {file(
              'logo_dark',
              'Logo on dark',
              'For the dark theme; without it, the logo is shown there too.',
            )}
            <Switch
              label="Name next to the logo"
              hint="For a logo that is a symbol without the name."
              name="brand.logo_with_name"
              checked={brand.logo_with_name === true}
              readOnly={busy}
              error={errorAt(form, 'brand.logo_with_name')}
              onChange={(event) => set('brand.logo_with_name', event.currentTarget.checked || undefined)}
            />
          </>
        )}
        {file('favicon', 'Icon', 'SVG or PNG, square. Browsers and home screens show it.')}
      </section>
      <section className={styles.group} aria-labelledby="look-artwork">
        <h2 className={styles.groupTitle} id="look-artwork">
          Artwork
        </h2>
        <Select
          label="At the top of pages"
          name="brand.artwork"
          options={artworks}
          value={typeof brand.artwork === 'string' ? brand.artwork : 'plain'}
          readOnly={busy}
          error={errorAt(form, 'brand.artwork')}
          onChange={(event) => {
            set('brand.artwork', event.currentTarget.value);
            if (event.currentTarget.value !== 'picture') setFile('picture', undefined);
          }}
        />
        {brand.artwork === 'picture' &&
          file('picture', 'Picture', 'JPEG, PNG or WebP, up to 4 MB, at least 320 pixels each way.')}
      </section>
    </>
  );
}
