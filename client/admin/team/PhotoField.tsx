import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint, fileProblem } from '../../ui/fields/file-problem.ts';
import { useObjectUrl } from '../../ui/fields/use-object-url.ts';
import { CropIcon } from '../../ui/icons.tsx';
import { type FieldSlot, safeAddress, useOwnForm } from '../shared/EntityForm.tsx';
import { PictureActions } from '../shared/pictures/PictureActions.tsx';
import { Thumbnail } from '../shared/Thumbnail.tsx';
import styles from './MemberForm.module.css';

// Loaded lazily: most edits of a member leave the photo unchanged.
const PhotoCrop = lazy(() => import('./PhotoCrop.tsx'));

/**
 * Field for the photo of a team member: choosing a file, cropping it to the aspect ratio of the team page's photos,
 * and a preview.
 */
export function PhotoField({ value: file, onChange, busy: disabled, error, ref }: FieldSlot) {
  const { form, row } = useOwnForm();
  const [cropping, setCropping] = useState<File>();
  const latest = useRef<File>(undefined);
  const field = useRef<HTMLDivElement>(null);
  const chosenUrl = useObjectUrl(file ?? undefined);
  const stored = safeAddress(row?.image);
  const shown = chosenUrl ?? stored;

  const choose = async (chosen: File | undefined) => {
    latest.current = chosen;
    if (!chosen) return onChange(null);
    const problem = await fileProblem(chosen, 'image', chosen.name);
    if (latest.current !== chosen) return;
    if (problem) form.setError('image', { type: 'file', message: problem });
    else setCropping(chosen);
  };
  const close = () => {
    setCropping(undefined);
    // Clears the input, so that choosing the same file again triggers a change event.
    const input = field.current?.querySelector<HTMLInputElement>('input[type=file]');
    if (input) input.value = '';
  };

  return (
    <div ref={field} className={styles.photo}>
      <FileField
        label="Photo"
        hint={`${fileHint('image')}. You can crop it in the next step.`}
        accept={acceptOf('image')}
        file={file ?? undefined}
        onSelect={(chosen) => void choose(chosen)}
        // `PictureActions` gets no file to crop, because `PhotoCrop` crops to the aspect ratio of team photos.
        actions={<PictureActions onSelect={(chosen) => void choose(chosen)} disabled={disabled} />}
        previewUrl={stored}
        current={stored ? 'The photo of this member' : undefined}
        disabled={disabled}
        error={error}
        ref={ref}
      />
      {shown && (
        <div className={styles.previews}>
          <figure className={styles.preview}>
            <Thumbnail src={shown} shape="portrait" />
            <figcaption>Team page</figcaption>
          </figure>
          <figure className={styles.preview}>
            <Thumbnail src={shown} shape="round" />
            <figcaption>Small</figcaption>
          </figure>
          {file && (
            <Button variant="quiet" disabled={disabled} onClick={() => setCropping(file)}>
              <CropIcon /> Change the crop
            </Button>
          )}
        </div>
      )}
      {cropping && (
        <Suspense fallback={null}>
          <PhotoCrop
            file={cropping}
            onClose={close}
            onDone={(result) => {
              onChange(result);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
