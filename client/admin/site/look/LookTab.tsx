import type { UseFormReturn } from 'react-hook-form';
import type { SiteFileEntry } from '#shared/schemas/saved-site.ts';
import type { SiteValues } from '../site-values.ts';

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
export function LookTab(_props: LookTabProps) {
  return <p>Colours and logo are set in site.json.</p>;
}
