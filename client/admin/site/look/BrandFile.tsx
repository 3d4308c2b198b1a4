import { useState } from 'react';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { addSiteFile } from '../add-site-file.ts';

interface BrandFileProps {
  fileKey: BrandFileKey;
  label: string;
  hint: string;
  /** The file that the site names. */
  entry: SiteFileEntry | undefined;
  error: string | undefined;
  busy: boolean;
  onAdded: (entry: SiteFileEntry) => void;
  onRemoved: () => void;
}

/** A picture of the site. It is uploaded as soon as it is chosen, and visitors see it after the save. */
export function BrandFile({ fileKey, label, hint, entry, error, busy, onAdded, onRemoved }: BrandFileProps) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  async function choose(file: File | undefined): Promise<void> {
    setProblem(undefined);
    if (!file) return;
    setIsSending(true);
    try {
      onAdded(await addSiteFile(fileKey, file));
    } catch (failure) {
      const { message, fieldErrors } = translateError(failure);
      setProblem(fieldErrors[fileKey] ?? message);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <FileField
      label={label}
      hint={hint}
      name={`brand.${fileKey}`}
      accept={fileKey === 'picture' ? 'image/jpeg,image/png,image/webp' : 'image/svg+xml,image/png'}
      previewUrl={entry?.src}
      current={entry && `${entry.width} × ${entry.height} pixels`}
      error={problem ?? error}
      disabled={busy || isSending}
      onSelect={(file) => void choose(file)}
      actions={
        entry && (
          <Button variant="quiet" disabled={busy || isSending} onClick={onRemoved}>
            Remove
          </Button>
        )
      }
    />
  );
}
