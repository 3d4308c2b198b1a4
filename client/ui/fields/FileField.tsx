import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { forms } from '#shared/words/en/forms.ts';
import { useWords } from '../../words.ts';
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
  /**
   * Types for the input's `accept` attribute, separated by commas. They only filter what the file picker shows, so
   * `onSelect` must check the file.
   */
  accept: string;
  onSelect: (file: File | undefined) => void;
  /** The chosen file. */
  file?: File;
  /** A `document` is shown without a preview picture, and a `drawing`, such as a logo, is shown whole. */
  look?: 'image' | 'document' | 'drawing';
  /** URL of the picture that is shown while no file is chosen, e.g. the stored one. */
  previewUrl?: string;
  /** Description of the stored file; shown while no file is chosen. */
  current?: string;
  name?: string;
  /** Additional actions below the file, which the form provides. */
  actions?: ReactNode;
  disabled?: boolean;
  /** Ref of the input. The form focuses it to move a person to this field. */
  ref?: Ref<HTMLInputElement>;
}

/** Field that chooses one file, with the file picker or by dropping it, and shows the file. */
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
  const words = useWords(forms);
  const input = useRef<HTMLInputElement>(null);
  // Until the scripts are running, the browser's own control is shown, because it shows the chosen file by itself.
  const plain = useIsHydrating();
  const { dragging, handlers } = useFileDrop({ onFiles: ([dropped]) => onSelect(dropped), disabled });
  const showsPicture = look !== 'document' && file?.type.startsWith('image/');
  const ownPreview = useObjectUrl(showsPicture ? file : undefined);
  const preview = ownPreview ?? previewUrl;

  const takeChosen = useEffectEvent(() => {
    const chosen = input.current?.files?.[0];
    if (chosen && !file) onSelect(chosen);
  });
  // Accepts a file that was chosen in the server-rendered page before the scripts loaded.
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
            <div className={look === 'document' ? styles.sheet : styles.preview} data-look={look}>
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
                {dragging ? words('file.drop') : (file?.name ?? current ?? words('file.choose'))}
              </span>
              {file && <span className="small">{readableBytes(file.size)}</span>}
              {!file && current && <span className="small">{words('file.replace')}</span>}
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
                // In some browsers, cancelling the file picker empties the input. The previously chosen file stays in
                // the form.
                if (chosen) onSelect(chosen);
              }}
            />
            {file && (
              <Button variant="quiet" className={styles.remove} onClick={clear} disabled={disabled}>
                {words('file.remove')}
              </Button>
            )}
          </div>
          {actions}
        </>
      )}
    </Field>
  );
}
