import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { pictureChangeSchema, type StoredPicture } from '#shared/schemas/picture.ts';
import { callApi } from '../../api/call.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialogBody } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { formatMoment } from '../../ui/dates.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { EntityDialog } from '../shared/EntityDialog.tsx';
import { saveLabel } from '../shared/EntityForm.tsx';
import { pictureToEditQuery, refreshPictures } from '../shared/pictures/queries.ts';
import { FocalPicker, typedPercent } from './FocalPicker.tsx';
import { PictureActions } from './PictureActions.tsx';
import styles from './PictureForm.module.css';
import { PictureUses } from './PictureUses.tsx';

/** Values of a picture's form. The focal point is held as text, because it can also be typed. */
interface PictureValues {
  name: string;
  alt: string;
  focus_x: string;
  focus_y: string;
}

/** State and actions of the form of one picture. */
function usePictureForm(picture: StoredPicture, onDone: () => void) {
  const queries = useQueryClient();
  const { id } = picture;
  return useResourceForm<PictureValues>({
    draftKey: `picture:${id}`,
    stored: valuesOf(picture),
    version: picture.updated_at,
    rules: pictureChangeSchema.shape,
    save: (values, { signal, version }) =>
      callApi('updatePicture', { params: { id }, body: { ...values, updated_at: version }, signal }),
    onSaved: () => {
      refreshPictures(queries);
      notify.success(deskMessages['picture.updated']);
      onDone();
    },
    reload: async () => {
      const newest = await queries.fetchQuery({ ...pictureToEditQuery(id), staleTime: 0 });
      return { stored: valuesOf(newest), version: newest.updated_at };
    },
  });
}

type PictureFormState = ReturnType<typeof usePictureForm>;

function valuesOf({ name, alt, focus_x: x, focus_y: y }: StoredPicture): PictureValues {
  return { name, alt, focus_x: String(x), focus_y: String(y) };
}

interface EditPictureProps {
  id: Id;
  onClose: () => void;
}

/** Fetches a picture and opens its form. */
export function EditPicture({ id, onClose }: EditPictureProps) {
  // Incremented when the picture is replaced, so that the form is mounted again with the new picture.
  const [turn, setTurn] = useState(0);
  return (
    <EntityDialog
      title="Edit picture"
      call="updatePicture"
      what="picture"
      query={pictureToEditQuery(id)}
      onClose={onClose}
    >
      {(picture) =>
        picture && (
          <EditForm
            key={turn}
            picture={picture}
            onReplaced={() => setTurn((before) => before + 1)}
            onDone={onClose}
          />
        )
      }
    </EntityDialog>
  );
}

interface EditFormProps {
  picture: StoredPicture;
  onReplaced: () => void;
  onDone: () => void;
}

function EditForm({ picture, onReplaced, onDone }: EditFormProps) {
  const state = usePictureForm(picture, onDone);
  return (
    <FormDialogBody submitLabel={saveLabel} busyLabel={deskMessages['busy.editing']} state={state}>
      <PictureFields state={state} picture={picture} />
      <About picture={picture} />
      <PictureActions
        picture={picture}
        dirty={state.dirty}
        busy={state.busy}
        onReplaced={onReplaced}
        onDeleted={onDone}
      />
    </FormDialogBody>
  );
}

function PictureFields({ state, picture }: { state: PictureFormState; picture: StoredPicture }) {
  const { form, busy } = state;
  const bind = bindFields(form, busy);
  const point = { x: typedPercent(form.watch('focus_x')), y: typedPercent(form.watch('focus_y')) };
  const percent = {
    type: 'number',
    min: 0,
    max: 100,
    step: 1,
    inputMode: 'numeric',
  } as const;
  return (
    <div className={styles.layout}>
      <FocalPicker
        src={picture.image}
        width={picture.width}
        height={picture.height}
        point={point}
        onChange={({ x, y }) => {
          if (busy) return;
          form.setValue('focus_x', String(x), { shouldDirty: true });
          form.setValue('focus_y', String(y), { shouldDirty: true });
        }}
      />
      <div className="stack4">
        <TextField
          label="Name"
          hint="Helps colleagues find it. Visitors do not see it."
          dir="auto"
          maxLength={limits.line}
          autoComplete="off"
          {...bind('name')}
        />
        <TextField
          label="Alt text"
          hint="Describe what the picture shows, as you would on the phone. Screen readers read it, and it appears if the picture does not load. Without it, pages use their title."
          multiline
          rows={3}
          dir="auto"
          maxLength={limits.alt}
          counter
          {...bind('alt')}
        />
        <div className={styles.pair}>
          <TextField label="Focal point, % from the left" {...percent} {...bind('focus_x')} />
          <TextField label="Focal point, % from the top" {...percent} {...bind('focus_y')} />
        </div>
      </div>
    </div>
  );
}

/** Further facts about a picture, and where it is used. */
function About({ picture }: { picture: StoredPicture }) {
  const { id, width, height, bytes, type, who, updated_at: changed } = picture;
  return (
    <>
      <p className="note">
        {type.replace('image/', '').toUpperCase()} · {width} × {height} pixels · {readableBytes(bytes)} ·
        changed {formatMoment(changed)}
        {who && (
          <>
            {' '}
            by <bdi>{who}</bdi>
          </>
        )}
      </p>
      <section className="stack2">
        <h3 className={styles.heading}>Where it is used</h3>
        <PictureUses id={id} />
      </section>
    </>
  );
}
