import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { fileHint, fileProblem } from '../../ui/fields/file-problem.ts';
import { Refused } from '../../ui/fields/Refused.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useFileDrop } from '../../ui/fields/use-file-drop.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { useMay } from '../shared/access.tsx';
import { oneOf, useListParams } from '../shared/list-params.ts';
import { ListSearch } from '../shared/PagedList.tsx';
import gridStyles from '../shared/pictures/PictureGrid.module.css';
import { PictureList } from '../shared/pictures/PictureGrid.tsx';
import { refreshPictures } from '../shared/pictures/queries.ts';
import { EditPicture } from './PictureForm.tsx';
import styles from './PicturesScreen.module.css';

const readers = { use: oneOf(['used', 'unused']) };

const uses = [
  { value: 'all', label: 'All' },
  { value: 'used', label: 'Used' },
  { value: 'unused', label: 'Not used' },
] as const;

/** docs/product.md §23: the library of pictures. */
export function Component() {
  const mayWrite = useMay()('addPicture');
  const form = useOpenForm();
  const opened = idInFormName(form.open);
  const { add, progress, refused } = useUploads();
  const { dragging, handlers } = useFileDrop({ onFiles: add, disabled: !mayWrite });
  return (
    <>
      <div {...handlers} className={styles.screen} data-dragging={dragging || undefined}>
        <ScreenHeader
          title="Pictures"
          actions={
            mayWrite && (
              <FileButton label="Pictures to upload" multiple onFiles={add}>
                <PlusIcon /> Upload pictures
              </FileButton>
            )
          }
        />
        {mayWrite && (
          <p className={styles.hint}>
            {dragging
              ? 'Drop the pictures here.'
              : `Drop pictures anywhere on this screen to add them. ${fileHint('image')} each.`}
          </p>
        )}
        <p className={styles.progress} role="status">
          {progress}
        </p>
        <Refused what="picture" problems={refused} />
        <Pictures onOpen={(id) => form.edit(id)} />
      </div>
      {/*
       * The form of a picture is outside the drop zone, because a file dropped on the form is not meant as a new
       * picture of the library.
       */}
      {opened !== undefined && <EditPicture key={opened} id={opened} onClose={form.close} />}
    </>
  );
}

function Pictures({ onOpen }: { onOpen: (id: Id) => void }) {
  const may = useMay();
  const params = useListParams(readers);
  const { use = 'all' } = params.filters;
  return (
    <>
      <div className={styles.filters}>
        <ListSearch
          className={styles.search}
          label="Search pictures"
          placeholder="File name or alt text"
          params={params}
        />
        <SegmentedControl
          label="Show"
          hideLabel
          value={use}
          options={uses}
          onChange={(next) => params.change({ use: next === 'all' ? undefined : next }, { replace: true })}
        />
      </div>
      <PictureList params={params} empty={emptyTexts[use]}>
        {({ id, name }, card) =>
          may('updatePicture') ? (
            <button
              type="button"
              className={gridStyles.card}
              aria-haspopup="dialog"
              aria-label={`Open ${name}`}
              onClick={() => onOpen(id)}
            >
              {card}
            </button>
          ) : (
            card
          )
        }
      </PictureList>
    </>
  );
}

const emptyTexts = {
  all: {
    title: 'No pictures yet',
    text: 'Pictures that are uploaded here or in forms are found here, and can be used again.',
  },
  used: { title: 'No picture is used yet', text: 'Forms choose pictures from here.' },
  unused: { title: 'Every picture is used', text: 'There is nothing to clean up.' },
};

/**
 * Adds files to the library, one after the other, also those that are dropped meanwhile. A refused file is reported by
 * name, and does not stop the others.
 */
function useUploads() {
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState('');
  const { mutate, isPending } = useMutation({
    scope: { id: 'addPicture' },
    mutationFn: async (files: readonly File[]) => {
      let added = 0;
      for (const [index, file] of files.entries()) {
        setProgress(`Uploading ${index + 1} of ${files.length}…`);
        const problem = await addPicture(file);
        if (problem) setRefused((before) => [...before, problem]);
        else added += 1;
      }
      return added;
    },
    onSuccess: (added) => {
      if (added === 0) return;
      notify.success(added === 1 ? deskMessages['picture.added'] : `${added} pictures added successfully`);
      refreshPictures(queries);
    },
  });

  function add(files: readonly File[]) {
    if (!isPending) setRefused([]);
    mutate(files);
  }
  return { add, refused, progress: isPending && progress };
}

/**
 * Returns the error of the file or of the call, beginning with the file's name; undefined when the picture was added.
 */
async function addPicture(file: File) {
  const problem = await fileProblem(file, 'image');
  if (problem) return problem;
  const body = new FormData();
  body.append('image', file, file.name);
  try {
    const answer = await callApi('addPicture', { body });
    if (answer.status === 1) return undefined;
    return `${file.name}: ${answer.message ?? ''}`;
  } catch (error) {
    const { message, fieldErrors } = translateError(error);
    return `${file.name}: ${fieldErrors.image ?? message}`;
  }
}
