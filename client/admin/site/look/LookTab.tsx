import { useRef } from 'react';
import { patternNames } from '#shared/pattern/drawing.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { errorAt, Section } from '../SiteFields.tsx';
import { Colors } from './Colors.tsx';
import { LookFile, type LookFiles } from './LookFile.tsx';
import { textOf, useBrand } from './look-values.ts';

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
