import type { KeyboardEvent } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { PreviewKind } from '../preview/JobPreview.tsx';
import styles from './JobForm.module.css';

/** What somebody chose to look at. */
export type FormView = 'form' | PreviewKind;

/** What of the form is in sight: both where there is room, else one of them. */
export function useFormViews(view: FormView): {
  wide: boolean;
  fields: boolean;
  preview: PreviewKind | undefined;
} {
  const wide = useMediaQuery('from-xl');
  if (wide) return { wide, fields: true, preview: view === 'search' ? 'search' : 'posting' };
  return { wide, fields: view === 'form', preview: view === 'form' ? undefined : view };
}

interface ViewSwitchProps {
  view: FormView;
  onChange: (view: FormView) => void;
  wide: boolean;
}

/** Chooses between fields, posting and search result; beside the fields only what stands there is chosen. */
export function ViewSwitch({ view, onChange, wide }: ViewSwitchProps) {
  const previews = [
    { value: 'posting', label: wide ? 'As posted' : 'Preview' },
    { value: 'search', label: 'In search' },
  ] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps a key of the control inside from submitting the form
    <div className={styles.views} onKeyDown={keepEnter}>
      <SegmentedControl
        label={wide ? 'Preview' : 'Show'}
        hideLabel
        value={wide && view === 'form' ? 'posting' : view}
        options={wide ? previews : [{ value: 'form', label: 'Fields' }, ...previews]}
        onChange={onChange}
      />
    </div>
  );
}

/** Enter in any input of a form submits it; here nothing is entered. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
