import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Button } from '../Button.tsx';
import { classNames } from '../class-names.ts';
import { DocumentIcon, ImageIcon } from '../icons.tsx';
import { useIsHydrating } from '../use-is-hydrating.ts';
import { assignRef, Field, type FieldText } from './Field.tsx';
import styles from './FileField.module.css';
import { useFileDrop } from './use-file-drop.ts';
import { useObjectUrl } from './use-object-url.ts';

interface FileFieldProps extends FieldText {
  id?: string;
  /** Comma list of types, as the input takes it. It guides the picker only: check the file in `onSelect`. */
  accept: string;
  onSelect: (file: File | undefined) => void;
  /** The chosen file, also one that was kept from before. */
  file?: File | undefined;
  /** A document has no picture. */
  look?: 'image' | 'document';
  /** The picture to show when no file is chosen, e.g. the stored one. */
  previewUrl?: string | undefined;
  /** What is stored now, in words; shown while no file is chosen. */
  current?: string | undefined;
  name?: string;
  /** What else can be done, below the file: the form's to say. */
  actions?: ReactNode;
  disabled?: boolean | undefined;
  /** Receives focus when the form sends people to this field. */
  ref?: Ref<HTMLInputElement>;
}

/** Chooses one file, by picker or by drop, and shows it. */
export function FileField({
  id,
  label,
  hint,
  error,
  accept,
  onSelect,
  file,
  look = 'image',
  previewUrl,
  current,
  name,
  actions,
  disabled,
  ref,
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // Until the scripts are here the browser's own control says which file is chosen.
  const plain = useIsHydrating();
  const { dragging, handlers } = useFileDrop({ onFiles: ([dropped]) => onSelect(dropped), disabled });
  const showsPicture = look === 'image' && file?.type.startsWith('image/');
  const ownPreview = useObjectUrl(showsPicture ? file : undefined);
  const preview = ownPreview ?? previewUrl;

  const takeChosen = useEffectEvent(() => {
    const chosen = input.current?.files?.[0];
    if (chosen && !file) onSelect(chosen);
  });
  // A file that was chosen in the server's page before the scripts came.
  useEffect(() => takeChosen(), []);

  function clear() {
    if (input.current) input.current.value = '';
    onSelect(undefined);
    input.current?.focus();
  }

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(ids) => (
        <>
          <div
            {...handlers}
            data-plain={plain || undefined}
            className={classNames(styles.dropZone, styles.zone)}
            data-invalid={ids.invalid || undefined}
            data-dragging={dragging || undefined}
          >
            <div className={look === 'image' ? styles.preview : styles.sheet}>
              {look === 'document' ? (
                <DocumentIcon size={26} />
              ) : preview ? (
                <img src={preview} alt="" />
              ) : (
                <ImageIcon size={28} />
              )}
            </div>
            <div className={styles.text}>
              <span className={styles.name} dir="auto">
                {dragging ? 'Drop the file here' : (file?.name ?? current ?? 'Choose a file or drop it here')}
              </span>
              {file && <span className={styles.size}>{readableBytes(file.size)}</span>}
              {!file && current && <span className={styles.size}>Choose another to replace it</span>}
            </div>
            <input
              ref={(element) => {
                input.current = element;
                return assignRef(ref, element);
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
          {actions}
        </>
      )}
    </Field>
  );
}
