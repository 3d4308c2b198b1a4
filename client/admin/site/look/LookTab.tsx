import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { isWideLogo } from '#shared/site/logo-shape.ts';
import { isNested } from '../../../forms/nested-values.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import siteStyles from '../Site.module.css';
import { errorAt } from '../SiteFields.tsx';
import type { SiteValues } from '../site-values.ts';
import { Artwork } from './Artwork.tsx';
import { BrandFileField } from './BrandFileField.tsx';
import { Colors } from './Colors.tsx';
import { type LookPartProps, textOf } from './look-values.ts';

interface LookTabProps {
  form: UseFormReturn<SiteValues>;
  busy: boolean;
  /** The files that the site names, with those that were added since. */
  files: readonly SiteFileEntry[];
  /** Called when a file was added. */
  onFile: (entry: SiteFileEntry) => void;
  readOnly: boolean;
}

/** Colours, logo, icon and artwork. */
export function LookTab({ form, busy, files, onFile, readOnly }: LookTabProps) {
  const value: unknown = useWatch({ control: form.control, name: 'brand' });
  const brand = isNested(value) ? value : {};
  const fileOf = (key: BrandFileKey) => files.find(({ name }) => name === brand[key]);
  const change = (values: Record<string, unknown>) => {
    for (const [key, own] of Object.entries(values)) {
      form.setValue<string>(`brand.${key}`, own, { shouldDirty: true });
    }
  };
  const part: LookPartProps = {
    form,
    busy: busy || readOnly,
    brand,
    change,
    logo: fileOf('logo'),
    fileField: (key, { error, ...text }) => (
      <BrandFileField
        key={key}
        fileKey={key}
        {...text}
        name={textOf(brand[key])}
        entry={fileOf(key)}
        error={error ?? errorAt(form, `brand.${key}`)}
        busy={busy || readOnly}
        onAdded={(entry) => {
          onFile(entry);
          // A first logo brings the setting that fits its shape; a later one leaves what the owner has set.
          const isFirst = key === 'logo' && textOf(brand.logo) === '';
          change({ [key]: entry.name, ...(isFirst && { logo_with_name: withName(entry) }) });
        }}
        // The schema refuses keys of a logo without a logo.
        onRemove={() =>
          change(key === 'logo' ? { logo: '', logo_dark: '', logo_with_name: undefined } : { [key]: '' })
        }
      />
    ),
  };
  return (
    <>
      <LookGroup title="Logo and icon">
        <Logo {...part} />
      </LookGroup>
      <LookGroup title="Colours">
        <Colors {...part} />
      </LookGroup>
      <LookGroup title="Artwork">
        <Artwork {...part} />
      </LookGroup>
    </>
  );
}

/** A narrow logo is a symbol, so the header needs the name next to it. */
function withName(logo: SiteFileEntry): true | undefined {
  return isWideLogo(logo) ? undefined : true;
}

function Logo({ form, busy, brand, change, fileField }: LookPartProps) {
  const hasLogo = textOf(brand.logo) !== '';
  return (
    <>
      {fileField('logo', {
        label: 'Logo',
        hint: 'SVG or PNG, up to 256 KB. Shown in the header. Without a logo, the name is shown.',
      })}
      {hasLogo &&
        fileField('logo_dark', {
          label: 'Logo on dark',
          hint: 'SVG or PNG, up to 256 KB. For dark backgrounds, if the logo cannot be seen there.',
        })}
      {hasLogo && (
        <Switch
          label="Show the name next to the logo"
          hint="Off for a logo that contains the name."
          name="brand.logo_with_name"
          checked={brand.logo_with_name === true}
          readOnly={busy}
          error={errorAt(form, 'brand.logo_with_name')}
          onChange={(event) => change({ logo_with_name: event.currentTarget.checked ? true : undefined })}
        />
      )}
      {fileField('favicon', {
        label: 'Icon',
        hint: 'SVG or PNG, square, up to 256 KB. Shown on browser tabs and home screens.',
      })}
    </>
  );
}

function LookGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={siteStyles.group} aria-labelledby={titleId}>
      <h2 className={siteStyles.groupTitle} id={titleId}>
        {title}
      </h2>
      {children}
    </section>
  );
}
