import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import { useSubmitKeys } from '../../../forms/use-submit-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { LibraryProps } from '../../../ui/fields/PictureDialogs.tsx';
import { Refused } from '../../../ui/fields/Refused.tsx';
import { ListSearch, useLocalParams } from '../PagedList.tsx';
import styles from './LibraryDialog.module.css';
import gridStyles from './PictureGrid.module.css';
import { PictureList } from './PictureGrid.tsx';

/**
 * Dialog that chooses one or several pictures of the library. The form field receives them as files, as if they had
 * been chosen from the disk.
 */
export default function LibraryDialog({ max, onChoose, onClose }: LibraryProps) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const params = useLocalParams();
  const [chosen, setChosen] = useState<readonly StoredPicture[]>([]);
  const {
    mutate: read,
    isPending: reading,
    data: files = [],
    reset,
  } = useMutation({
    /** Reads the files of the pictures; undefined for one that cannot be read. */
    mutationFn: (pictures: readonly StoredPicture[]) => Promise.all(pictures.map(readPicture)),
    onSuccess: (found) => {
      if (found.every((file) => file !== undefined)) onChoose(found);
    },
  });
  const unread = files.flatMap((file, at) =>
    file ? [] : [textOf('picture.notRead', { name: chosen[at]?.name ?? '' })],
  );
  const one = max === 1;
  useSubmitKeys(form);

  function choose(picture: StoredPicture, wanted: boolean) {
    reset();
    const others = one ? [] : chosen.filter(({ id }) => id !== picture.id);
    setChosen(wanted ? [...others, picture] : others);
  }

  function take(event: FormEvent) {
    event.preventDefault();
    // Stops the submit event here. Though the dialog is outside the parent form in the page, React would pass the
    // event on to that form, which is an ancestor in React's tree.
    event.stopPropagation();
    if (chosen.length > 0 && !reading) read(chosen);
  }

  // Rendered in a portal outside the parent form, so that Enter does not submit that form.
  return createPortal(
    <Dialog
      open
      size="large"
      title={one ? 'Choose a picture' : 'Choose pictures'}
      onClose={onClose}
      dismissable={!reading}
      footer={
        <>
          <span className={styles.count} role="status">
            {chosenText(chosen, max)}
          </span>
          <Button variant="quiet" onClick={onClose} disabled={reading}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={chosen.length === 0}
            busy={reading}
            busyLabel={deskMessages['busy.reading']}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            {chosen.length > 1 ? `Use ${chosen.length} pictures` : 'Use this picture'}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="stack4" onSubmit={take} aria-label="Library of pictures">
        <ListSearch
          className=""
          label="Search pictures"
          placeholder="File name or alt text"
          params={params}
        />
        <Refused what="picture" problems={unread} />
        <PictureList
          params={params}
          empty={{
            title: 'No pictures yet',
            text: 'Pictures that are uploaded in forms or on the Pictures screen appear here.',
          }}
        >
          {(picture, card) => {
            const isChosen = chosen.some(({ id }) => id === picture.id);
            return (
              <label className={gridStyles.card}>
                <input
                  className={gridStyles.tick}
                  type={one ? 'radio' : 'checkbox'}
                  name={formId}
                  checked={isChosen}
                  disabled={reading || (!one && !isChosen && chosen.length >= max)}
                  onChange={(event) => choose(picture, event.currentTarget.checked)}
                  aria-label={picture.alt ? `${picture.name}: ${picture.alt}` : picture.name}
                />
                {card}
              </label>
            );
          }}
        </PictureList>
      </form>
    </Dialog>,
    document.body,
  );
}

function chosenText(chosen: readonly StoredPicture[], max: number) {
  const [first] = chosen;
  if (max === 1) return first ? first.name : '';
  return `${chosen.length} of at most ${max} chosen`;
}

/**
 * Reads a picture as a file; undefined if it cannot be read. The file has the time of the picture's last change, so that a
 * field recognises a picture that was chosen before.
 */
async function readPicture({ image, name, updated_at: changed }: StoredPicture) {
  try {
    const answer = await fetch(image);
    const blob = await answer.blob();
    if (!answer.ok || !blob.type.startsWith('image/') || blob.size === 0) return undefined;
    return new File([blob], name || 'image', { type: blob.type, lastModified: Date.parse(changed) });
  } catch {
    return undefined;
  }
}
