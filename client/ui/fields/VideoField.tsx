import { type Ref, useRef, useState } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Button } from '../Button.tsx';
import { UndoIcon, VideoIcon } from '../icons.tsx';
import { assignRef, Field, type FieldText } from './Field.tsx';
import fileStyles from './FileField.module.css';
import { acceptOf } from './file-problem.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useObjectUrl } from './use-object-url.ts';
import styles from './VideoField.module.css';

interface VideoFieldProps extends FieldText {
  accept?: string;
  file?: File;
  /** Called with the chosen file, which must then be checked: `fileProblem(file, 'video', file.name)`. */
  onSelect: (file: File | undefined) => void;
  /** URL of the stored video. */
  storedUrl?: string;
  /** True if the stored video will be removed by the next save. */
  storedRemoved?: boolean;
  /** If left out, the stored video can be replaced, but not removed. */
  onRemoveStored?: (removed: boolean) => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Field that chooses one video, with the file picker or by dropping it, and plays it. */
export function VideoField({
  label,
  hint,
  error,
  accept = acceptOf('video'),
  file,
  onSelect,
  storedUrl,
  storedRemoved = false,
  onRemoveStored,
  disabled,
  ref,
}: VideoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { dragging, handlers } = useFileDrop({ onFiles: ([dropped]) => onSelect(dropped), disabled });
  const ownUrl = useObjectUrl(file);
  const url = file ? ownUrl : storedRemoved ? undefined : storedUrl;
  const labels = zoneLabels({ file, storedUrl, storedRemoved, dragging });

  function change(act: () => void) {
    if (input.current) input.current.value = '';
    act();
    input.current?.focus();
  }

  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div {...handlers} className={styles.field} data-invalid={ids.invalid || undefined}>
          {url && <Preview key={url} url={url} isNew={file !== undefined} />}
          <div className={styles.bar}>
            <div className={styles.zone} data-dragging={dragging || undefined}>
              <VideoIcon size={24} />
              <div className={styles.text}>
                <span className={fileStyles.name} dir="auto">
                  {labels.name}
                </span>
                {labels.detail && <span className="small">{labels.detail}</span>}
              </div>
              <input
                ref={(element) => {
                  input.current = element;
                  return assignRef(ref, element);
                }}
                className={fileStyles.input}
                type="file"
                id={ids.id}
                accept={accept}
                disabled={disabled}
                aria-describedby={ids.describedBy}
                aria-invalid={ids.invalid || undefined}
                onChange={(event) => {
                  const chosen = event.currentTarget.files?.[0];
                  // In some browsers, cancelling the file picker empties the input. The previously chosen file stays
                  // in the form.
                  if (chosen) onSelect(chosen);
                }}
              />
            </div>
            {file && (
              <Button variant="quiet" onClick={() => change(() => onSelect(undefined))} disabled={disabled}>
                {storedUrl && !storedRemoved ? 'Keep the stored video' : 'Remove'}
              </Button>
            )}
            {!file && storedUrl && onRemoveStored && (
              <Button
                variant="quiet"
                onClick={() => change(() => onRemoveStored(!storedRemoved))}
                disabled={disabled}
              >
                {storedRemoved && <UndoIcon size={16} />}
                {storedRemoved ? 'Keep the video' : 'Remove'}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

/**
 * Plays the video. Some browsers cannot play every accepted video, e.g. a QuickTime film. The file is valid
 * nevertheless, so only a text is shown instead of the player.
 */
function Preview({ url, isNew }: { url: string; isNew: boolean }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <p className={styles.unseen} role="status">
        {isNew
          ? 'This browser cannot play this video, but you can still save it.'
          : 'The stored video cannot be played here.'}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a person has just chosen has no captions yet
    <video
      className={styles.video}
      src={url}
      controls
      preload="metadata"
      playsInline
      aria-label="Preview"
      onError={() => setFailed(true)}
    />
  );
}

interface ZoneState {
  file: File | undefined;
  storedUrl: string | undefined;
  storedRemoved: boolean;
  dragging: boolean;
}

function zoneLabels({ file, storedUrl, storedRemoved, dragging }: ZoneState): {
  name: string;
  detail?: string;
} {
  if (dragging) return { name: 'Drop the video here' };
  if (file) return { name: file.name, detail: readableBytes(file.size) };
  if (storedUrl && storedRemoved) {
    return { name: 'The stored video will be removed when you save', detail: 'Choose another to replace it' };
  }
  if (storedUrl) return { name: 'The stored video', detail: 'Choose another to replace it' };
  return { name: 'Choose a video or drop it here' };
}
