import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { teamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import { teamPhoto } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { useObjectUrl } from '../../ui/fields/use-object-url.ts';
import { CropIcon } from '../../ui/icons.tsx';
import { Thumbnail } from '../shared/DataList.tsx';
import {
  EntityFields,
  type FieldSlot,
  safeAddress,
  useKeptRefusal,
  useOwnForm,
} from '../shared/EntityForm.tsx';
import type { CropPlace } from '../shared/pictures/CropDialog.tsx';
import { PictureActions } from '../shared/pictures/FileTools.tsx';
import { RecordDialog } from '../shared/RecordDialog.tsx';
import styles from './MemberForm.module.css';
import { memberToEditQuery, teamQuery } from './queries.ts';

interface MemberDialogProps {
  /** The member to change; undefined for a new one. */
  id: Id | undefined;
  onClose: () => void;
}

/** Adds a team member, or changes one. */
export default function MemberDialog({ id, onClose }: MemberDialogProps) {
  const queries = useQueryClient();
  // The form opens over the list of the team.
  const team = queries.getQueryData(teamQuery().queryKey)?.data ?? [];
  return (
    <RecordDialog
      id={id}
      noun={teamMember}
      size="large"
      query={(member) => memberToEditQuery(queries, member)}
      pathOf={({ is_active }) => (is_active === 1 ? pathTo('team') : undefined)}
      onClose={onClose}
    >
      {() => (
        <EntityFields
          rows={[
            ['name', 'designation'],
            ['linkedin_url', 'facebook_url'],
          ]}
          rowClass={styles.pair}
          props={{
            image: { Own: PhotoField },
            designation: { hint: 'What they do, such as “Game designer”.' },
            department: { suggestions: team.map(({ department }) => department) },
            bio: { hint: 'Plain text. An empty line starts a new paragraph.', rows: 6, counter: true },
            linkedin_url: { placeholder: 'https://www.linkedin.com/in/…' },
            facebook_url: { placeholder: 'https://www.facebook.com/…' },
            is_active: { label: 'Active', hint: 'Visitors see active members only.' },
          }}
        />
      )}
    </RecordDialog>
  );
}

// Loaded lazily: most edits of a member leave the photo unchanged.
const CropDialog = lazy(() => import('../shared/pictures/CropDialog.tsx'));

/** Photos are cropped to the aspect ratio of the team page. */
const place: CropPlace = {
  title: 'Crop the photo',
  ratio: teamPhoto.width / teamPhoto.height,
  sizeOf: cutSize,
  softBelow: 500,
};

/**
 * Returns the size of the cropped photo in pixels: with exactly the aspect ratio of team photos, its longest side at
 * most 1600 pixels, and not enlarged beyond the selected area.
 */
function cutSize({ height }: { height: number }) {
  const steps = Math.round(Math.min(height, teamPhoto.longestSide) / teamPhoto.height);
  const share = Math.max(1, steps);
  return { width: share * teamPhoto.width, height: share * teamPhoto.height };
}

/**
 * Field for the photo of a team member: choosing a file, cropping it to the aspect ratio of the team page's photos,
 * and a preview.
 */
function PhotoField({ value: file, onChange, busy: disabled, error, ref }: FieldSlot) {
  const { row } = useOwnForm();
  const [cropping, setCropping] = useState<File>();
  const field = useRef<HTMLDivElement>(null);
  const chosenUrl = useObjectUrl(file ?? undefined);
  const stored = safeAddress(row?.image);
  const shown = chosenUrl ?? stored;

  const { choose, refused } = useKeptRefusal('image', (chosen) =>
    chosen ? setCropping(chosen) : onChange(null),
  );
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
        onSelect={choose}
        // `PictureActions` gets no file to crop, because this dialog crops to the aspect ratio of team photos.
        actions={<PictureActions onSelect={choose} disabled={disabled} />}
        previewUrl={stored}
        current={stored ? 'The photo of this member' : undefined}
        disabled={disabled}
        error={refused ?? error}
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
          <CropDialog
            place={place}
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
