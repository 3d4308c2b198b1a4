import { useRef } from 'react';
import { patternNames } from '#shared/pattern/drawing.ts';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { isWideLogo } from '#shared/site/logo-shape.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { errorAt, Section } from '../SiteFields.tsx';
import { BrandFileField } from './BrandFileField.tsx';
import { Colors } from './Colors.tsx';
import { textOf, useBrand } from './look-values.ts';

interface LookTabProps {
  /** The files that the site names, with those that were added since. */
  files: readonly SiteFileEntry[];
  /** Called when a file was added. */
  onFile: (entry: SiteFileEntry) => void;
}

/** Colours, logo, icon and artwork. */
export function LookTab(props: LookTabProps) {
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

interface LookFileProps extends LookTabProps {
  name: BrandFileKey;
  label: string;
  hint: string;
  /** The error while the file is missing. */
  missing?: string;
  /** Called with true when the upload of a file begins, and with false when it has ended. */
  onSending?: (isSending: boolean) => void;
}

export function LookFile({ name: key, missing, files, onFile, ...field }: LookFileProps) {
  const { form, busy, brand, change } = useBrand();
  return (
    <BrandFileField
      {...field}
      fileKey={key}
      name={textOf(brand[key])}
      entry={files.find(({ name }) => name === brand[key])}
      error={missing ?? errorAt(form, `brand.${key}`)}
      busy={busy}
      onAdded={(entry) => {
        onFile(entry);
        // A first logo brings the setting that fits its shape; a later one leaves what the owner has set. A narrow logo is
        // a symbol, so the header needs the name next to it.
        const isFirst = key === 'logo' && textOf(brand.logo) === '';
        const withName = isWideLogo(entry) ? undefined : true;
        change({ [key]: entry.name, ...(isFirst && { logo_with_name: withName }) });
      }}
      // The schema refuses keys of a logo without a logo.
      onRemove={() =>
        change(key === 'logo' ? { logo: '', logo_dark: '', logo_with_name: undefined } : { [key]: '' })
      }
    />
  );
}
