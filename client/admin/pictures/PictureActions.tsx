import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { PictureUse, StoredPicture } from '#shared/schemas/picture.ts';
import { ownScript } from '#shared/text-direction.ts';
import { refresh } from '../../api/call-query.ts';
import { labelOf } from '../../forms/field-labels.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { fittingPicture } from '../../ui/fields/fitting-picture.ts';
import { CopyIcon, ImageIcon, TrashIcon } from '../../ui/icons.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { notify } from '../../ui/toast.ts';
import { recordAddress } from '../screens.tsx';
import { resourceLabels } from '../shared/activity/ActivityLines.tsx';
import { useCall, useQuestion } from '../shared/calls.tsx';
import { FailedNote } from '../shared/PagedList.tsx';
import { pictureToEditQuery, pictureUsesQuery, usesText } from '../shared/pictures/PictureGrid.tsx';
import styles from './PictureForm.module.css';

interface PictureActionsProps {
  picture: StoredPicture;
  /** True if there is unsaved input: actions on the picture are then disabled. */
  dirty: boolean;
  busy: boolean;
  /** Called when the picture was replaced with another file. */
  onReplaced: () => void;
  onDeleted: () => void;
}

/** Actions on a stored picture other than editing its texts. */
export function PictureActions({ picture, dirty, busy, onReplaced, onDeleted }: PictureActionsProps) {
  const waits = dirty || busy;
  return (
    <div className={styles.actions}>
      <ReplaceEverywhere picture={picture} disabled={waits} onReplaced={onReplaced} />
      <Button variant="quiet" onClick={() => void copyAddress(picture)}>
        <CopyIcon /> Copy the address
      </Button>
      <DeletePicture picture={picture} disabled={waits} onDeleted={onDeleted} />
      {dirty && <p className="note">Save or discard your changes to replace or delete the picture.</p>}
    </div>
  );
}

interface ReplaceProps {
  picture: StoredPicture;
  disabled: boolean;
  onReplaced: () => void;
}

/** Replaces the file of a picture after showing in how many places it is used. */
function ReplaceEverywhere({ picture, disabled, onReplaced }: ReplaceProps) {
  const queries = useQueryClient();
  const { make } = useCall('replacePicture', {
    done: deskMessages['picture.replaced'],
    refresh: 'picture',
  });
  const [ask, question] = useQuestion((file: File) => ({
    title: 'Replace everywhere?',
    text: replaceText(picture, file),
    confirmLabel: 'Replace everywhere',
    busyLabel: deskMessages['busy.replacing'],
    onConfirm: () => replace(file),
  }));

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const { file, problem } = await fittingPicture(chosen);
    if (problem) notify.error(problem);
    else ask(file);
  }

  async function replace(chosen: File) {
    const body = new FormData();
    body.append('updated_at', picture.updated_at);
    body.append('image', chosen, chosen.name);
    await make({ params: { id: picture.id }, body });
    // The picture is refetched even after a refusal, because another admin may have changed it first. If the refetch
    // fails, the form still shows the picture as it was.
    await queries.fetchQuery({ ...pictureToEditQuery(picture.id), staleTime: 0 }).then(onReplaced, () => {});
  }

  return (
    <>
      <FileButton
        variant="quiet"
        disabled={disabled}
        label="The picture that takes its place"
        onFiles={([chosen]) => void choose(chosen)}
      >
        <ImageIcon /> Replace everywhere
      </FileButton>
      {question}
    </>
  );
}

function replaceText({ name, uses }: StoredPicture, file: File) {
  const where =
    uses === 0
      ? 'It is not used anywhere yet.'
      : `It is ${usesText(uses)}: all of them will show the new one.`;
  return `“${file.name}” replaces “${name}”. ${where} The old picture cannot be restored. Alt text and focal point stay.`;
}

async function copyAddress({ image }: StoredPicture) {
  if (await copyText(new URL(image, window.location.href).href))
    notify.success(deskMessages['picture.copied']);
  else notify.error(deskMessages['picture.notCopied']);
}

interface DeleteProps {
  picture: StoredPicture;
  disabled: boolean;
  onDeleted: () => void;
}

/** Deletes an unused picture after a confirmation. For a picture that is in use, shows where it is used instead. */
function DeletePicture({ picture, disabled, onDeleted }: DeleteProps) {
  const queries = useQueryClient();
  const [showsUses, showUses] = useState(false);
  const { id, name, uses } = picture;
  const close = () => showUses(false);
  const { make } = useCall('deletePicture', {
    done: deskMessages['picture.deleted'],
    // After a deletion the form is still shown for a moment, and the uses can no longer be read.
    refresh: (deleted) => refresh(queries, deleted ? 'getPictures' : 'picture'),
  });
  const [ask, question] = useQuestion(() => ({
    title: 'Delete for good?',
    text: `“${name}” and its file will be deleted. This cannot be undone.`,
    onConfirm: remove,
  }));

  async function remove() {
    // The deletion may have failed because the picture has come into use since the form was opened.
    if (await make({ params: { id } })) onDeleted();
    else await queries.refetchQueries({ queryKey: pictureToEditQuery(id).queryKey });
  }

  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => (uses > 0 ? showUses(true) : ask(picture))}>
        <TrashIcon /> Delete
      </Button>
      {showsUses && (
        <Dialog
          open
          title="This picture is used"
          onClose={close}
          footer={
            <Button onClick={close} data-focus-first>
              Keep it
            </Button>
          }
        >
          <p>
            It cannot be deleted while it is {usesText(uses)}. Remove it from there first. Items in the trash
            count too.
          </p>
          <PictureUses id={id} />
        </Dialog>
      )}
      {question}
    </>
  );
}

/** Describes a place that uses a picture: "Post, cover image". */
function placeText({ kind, field }: PictureUse) {
  if (kind === 'team') return 'Team member, photo';
  const fields: Record<string, string> = { images: 'image', tech_image: 'technology logo' };
  return `${resourceLabels[kind]}, ${fields[field] ?? labelOf(field).toLowerCase()}`;
}

/**
 * Returns the URL of the screen where this use of the picture can be edited. For a deleted record, the URL of the
 * trash.
 */
function addressOfUse({ kind, id, category_id: category, is_deleted: deleted }: PictureUse) {
  if (deleted === 1) return pathTo('adminTrash');
  if (kind === 'category') return `${pathTo('adminPortfolio')}?form=${formNameOf(id)}`;
  return recordAddress(kind === 'team' ? 'team_member' : kind, id, category) ?? pathTo('adminPortfolio');
}

/** The places where a picture is used, each with a link. */
export function PictureUses({ id }: { id: Id }) {
  const query = useQuery(pictureUsesQuery(id));
  const { data: uses, error } = query;
  if (!uses && error) return <FailedNote what="uses of this picture" query={query} />;
  if (!uses) return <Loader label="Loading where it is used" />;
  if (uses.length === 0) return <p className="note">Nothing uses this picture.</p>;
  return (
    <ul className={styles.uses} aria-label="Where it is used">
      {uses.map((use) => {
        const { kind, id, field, title, is_deleted: deleted } = use;
        const called = title || `${kind} ${id}`;
        return (
          <li key={`${kind} ${id} ${field} ${deleted}`}>
            <Link to={addressOfUse(use)} {...ownScript(called)}>
              {called}
            </Link>{' '}
            <span className="note">
              {placeText(use)}
              {deleted === 1 && ', in the trash'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
