import { useEffect, useRef, useState } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Button } from '../button/Button.tsx';
import { Field, type FieldText } from '../field/Field.tsx';
import { ImageIcon } from '../icons/icons.tsx';
import styles from './FileField.module.css';

interface FileFieldProps extends FieldText {
  /** Comma list of types, as the input takes it. It guides the picker only: check the file in `onSelect`. */
  accept: string;
  onSelect: (file: File | undefined) => void;
  /** The chosen file, also one that was kept from before. */
  file?: File | undefined;
  /** The picture to show when no file is chosen, e.g. the stored one. */
  previewUrl?: string | undefined;
  /** What is stored now, in words; shown while no file is chosen. */
  current?: string | undefined;
  name?: string;
  disabled?: boolean;
  /** Receives focus when the form sends people to this field. */
  ref?: React.Ref<HTMLInputElement>;
}

/** Chooses one file, by picker or by drop, and shows it. */
export function FileField({
  label,
  hint,
  error,
  accept,
  onSelect,
  file,
  previewUrl,
  current,
  name,
  disabled,
  ref,
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const ownPreview = usePreview(file);
  const preview = ownPreview ?? previewUrl;

  function clear() {
    if (input.current) input.current.value = '';
    onSelect(undefined);
    input.current?.focus();
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className={styles.zone} data-invalid={ids.invalid || undefined}>
          <div className={styles.preview}>
            {preview ? <img src={preview} alt="" /> : <ImageIcon size={28} />}
          </div>
          <div className={styles.text}>
            <span className={styles.name}>{file?.name ?? current ?? 'Choose a file or drop it here'}</span>
            {file && <span className={styles.size}>{readableBytes(file.size)}</span>}
            {!file && current && <span className={styles.size}>Choose another to replace it</span>}
          </div>
          <input
            ref={(element) => {
              input.current = element;
              if (typeof ref === 'function') return ref(element);
              if (ref) ref.current = element;
              return undefined;
            }}
            className={styles.input}
            type="file"
            id={ids.id}
            name={name}
            accept={accept}
            disabled={disabled}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid || undefined}
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              // A picker that was cancelled empties the input in some browsers; the file chosen before stays.
              if (chosen) onSelect(chosen);
            }}
          />
          {file && (
            <Button variant="quiet" className={styles.remove} onClick={clear} disabled={disabled}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

/** An address of the file's picture while it is shown; undefined for what is not an image. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith('image/')) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
