import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { pictureChangeSchema, type StoredPicture } from '#shared/schemas/picture.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import type { bindFields, ResourceFormState } from '../../forms/use-resource-form.ts';
import { formatMoment } from '../../ui/dates.ts';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { fileHint } from '../../ui/fields/file-problem.ts';
import { fittingPicture } from '../../ui/fields/fitting-picture.ts';
import { Refused } from '../../ui/fields/Refused.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFileDrop } from '../../ui/fields/use-file-drop.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { useMay } from '../shared/access.tsx';
import { CallFormBody } from '../shared/calls.tsx';
import { ListSearch, oneOf, useListParams } from '../shared/PagedList.tsx';
import gridStyles from '../shared/pictures/PictureGrid.module.css';
import { PictureList, pictureToEditQuery } from '../shared/pictures/PictureGrid.tsx';
import { EntityDialog, saveLabel } from '../shared/RecordDialog.tsx';
import { PictureActions, PictureUses } from './PictureActions.tsx';
import formStyles from './PictureForm.module.css';
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
      refresh(queries, 'picture');
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
async function addPicture(chosen: File) {
  const { file, problem } = await fittingPicture(chosen);
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

/** Values of a picture's form. The focal point is held as text, because it can also be typed. */
function valuesOf({ name, alt, focus_x: x, focus_y: y }: StoredPicture) {
  return { name, alt, focus_x: String(x), focus_y: String(y) };
}

/** Fetches a picture and opens its form. */
function EditPicture({ id, onClose }: { id: Id; onClose: () => void }) {
  const queries = useQueryClient();
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
          <CallFormBody
            key={turn}
            call="updatePicture"
            params={{ id }}
            kind="picture"
            done={deskMessages['picture.updated']}
            draftKey={`picture:${id}`}
            stored={valuesOf(picture)}
            version={picture.updated_at}
            rules={pictureChangeSchema.shape}
            reload={async () => {
              const newest = await queries.fetchQuery({ ...pictureToEditQuery(id), staleTime: 0 });
              return { stored: valuesOf(newest), version: newest.updated_at };
            }}
            submitLabel={saveLabel}
            onClose={onClose}
          >
            {(bind, { form, dirty, busy }) => (
              <>
                <PictureFields {...{ bind, form, busy, picture }} />
                <About picture={picture} />
                <PictureActions
                  {...{ picture, dirty, busy }}
                  onReplaced={() => setTurn((before) => before + 1)}
                  onDeleted={onClose}
                />
              </>
            )}
          </CallFormBody>
        )
      }
    </EntityDialog>
  );
}

interface PictureFieldsProps extends Pick<ResourceFormState<ReturnType<typeof valuesOf>>, 'form' | 'busy'> {
  bind: ReturnType<typeof bindFields<ReturnType<typeof valuesOf>>>;
  picture: StoredPicture;
}

function PictureFields({ bind, form, busy, picture }: PictureFieldsProps) {
  const point = { x: typedPercent(form.watch('focus_x')), y: typedPercent(form.watch('focus_y')) };
  const percent = {
    type: 'number',
    min: 0,
    max: 100,
    step: 1,
    inputMode: 'numeric',
  } as const;
  return (
    <div className={formStyles.layout}>
      <FocalPicker
        picture={picture}
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
        <div className={formStyles.pair}>
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
        <h3 className={formStyles.heading}>Where it is used</h3>
        <PictureUses id={id} />
      </section>
    </>
  );
}

/**
 * Focal point: the point of a picture that stays visible when the picture is cropped, in whole percent of its width
 * and height.
 */
interface FocalPoint {
  x: number;
  y: number;
}

interface FocalPickerProps {
  picture: StoredPicture;
  point: FocalPoint;
  onChange: (point: FocalPoint) => void;
}

/** A picture with its focal point, which a press on the picture moves. For keys, the form has a field for each number. */
function FocalPicker({ picture, point, onChange }: FocalPickerProps) {
  const { image: src, width, height } = picture;
  function set({ clientX, clientY, currentTarget }: MouseEvent) {
    const shown = currentTarget.getBoundingClientRect();
    onChange({
      x: percent((clientX - shown.left) / shown.width),
      y: percent((clientY - shown.top) / shown.height),
    });
  }

  return (
    <div className="stack3">
      <div className={formStyles.stage}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: fields beside it take the numbers */}
        <div className={formStyles.picker} onClick={set}>
          <Picture src={src} alt="" width={width} height={height} sizes="32rem" largest={960} whole />
          <span className={formStyles.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </div>
      </div>
      <p className="small">
        The focal point stays visible where the picture is cropped. Click it in the picture, or change its
        numbers.
      </p>
      <ul className="row3" aria-hidden="true">
        {['1 / 1', '3 / 2', '21 / 9'].map((shape) => (
          <li key={shape} className={formStyles.cut} style={{ aspectRatio: shape }}>
            <Picture
              src={src}
              alt=""
              sizes="12rem"
              largest={480}
              style={{ objectPosition: `${point.x}% ${point.y}%` }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function percent(share: number) {
  return Math.min(100, Math.max(0, Math.round(share * 100)));
}

/** Returns the percentage that was typed; the middle for a text that is not a number. */
function typedPercent(text: string) {
  const value = Number(text) / 100;
  return text.trim() === '' || !Number.isFinite(value) ? 50 : percent(value);
}
