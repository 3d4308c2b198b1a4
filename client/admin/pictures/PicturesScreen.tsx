import type { Id } from '#shared/id.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { fileHint } from '../../ui/fields/file-problem.ts';
import { Refused } from '../../ui/fields/Refused.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { useFileDrop } from '../../ui/fields/use-file-drop.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useMay } from '../shared/access.tsx';
import { ListSearch, oneOf, useListParams } from '../shared/PagedList.tsx';
import gridStyles from '../shared/pictures/PictureGrid.module.css';
import { PictureList } from '../shared/pictures/PictureGrid.tsx';
import { EditPicture } from './PictureForm.tsx';
import styles from './PicturesScreen.module.css';
import { useUploads } from './use-uploads.ts';

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
