import { useRef, useState } from 'react';
import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileField } from '../../../ui/fields/FileField.tsx';
import { acceptedTypes, addSiteFile, fileProblem } from '../add-site-file.ts';
import styles from './Look.module.css';

interface BrandFileFieldProps {
  fileKey: BrandFileKey;
  label: string;
  hint: string;
  error: string | undefined;
  /** The name of the file in the form; '' if there is none. */
  name: string;
  /** The file; undefined if there is none, or if it is not known to the server. */
  entry: SiteFileEntry | undefined;
  busy: boolean;
  /** Called with true when the upload of a file begins, and with false when it has ended. */
  onSending?: (isSending: boolean) => void;
  onAdded: (entry: SiteFileEntry) => void;
  onRemove: () => void;
}

/** A file of the look. It is sent when it is chosen, and saved with the form. */
export function BrandFileField(props: BrandFileFieldProps) {
  const { fileKey, label, hint, name, entry, busy, onSending, onAdded, onRemove } = props;
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<File>();
  const [problem, setProblem] = useState<string>();

  async function send(file: File | undefined) {
    if (!file) return;
    const wrong = fileProblem(fileKey, file);
    setProblem(wrong);
    if (!wrong) {
      setSending(file);
      onSending?.(true);
      const sent = await sendFile(fileKey, file);
      setSending(undefined);
      onSending?.(false);
      setProblem(sent.problem);
      if (sent.entry) onAdded(sent.entry);
    }
    // Clears the input, so that the same file can be chosen again after it was changed.
    if (input.current) input.current.value = '';
  }

  return (
    <FileField
      ref={input}
      label={label}
      hint={hint}
      error={problem ?? props.error}
      name={`brand.${fileKey}`}
      accept={acceptedTypes(fileKey).join(',')}
      look={fileKey === 'picture' ? 'image' : 'drawing'}
      previewUrl={entry?.src}
      current={sending ? `Sending ${sending.name}` : name ? described(name, entry) : undefined}
      disabled={busy || sending !== undefined}
      onSelect={(file) => void send(file)}
      actions={
        name && (
          <Button
            variant="quiet"
            className={styles.stored}
            disabled={busy || sending !== undefined}
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => {
              setProblem(undefined);
              onRemove();
              input.current?.focus();
            }}
          >
            Remove
          </Button>
        )
      }
    />
  );
}

function described(name: string, entry: SiteFileEntry | undefined): string {
  return entry ? `${entry.width} × ${entry.height} pixels` : name;
}

interface Sent {
  entry?: SiteFileEntry;
  problem?: string;
}

async function sendFile(key: BrandFileKey, file: File): Promise<Sent> {
  try {
    return { entry: await addSiteFile(key, file) };
  } catch (error) {
    const { message, fieldErrors } = translateError(error);
    return { problem: fieldErrors[key] ?? message };
  }
}
