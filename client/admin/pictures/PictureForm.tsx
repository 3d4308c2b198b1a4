import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { pictureChangeSchema, type StoredPicture } from '#shared/schemas/picture.ts';
import type { bindFields, ResourceFormState } from '../../forms/use-resource-form.ts';
import { formatMoment } from '../../ui/dates.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { CallFormBody } from '../shared/calls.tsx';
import { pictureToEditQuery } from '../shared/pictures/PictureGrid.tsx';
import { EntityDialog, saveLabel } from '../shared/RecordDialog.tsx';
import { PictureActions, PictureUses } from './PictureActions.tsx';
import formStyles from './PictureForm.module.css';

/** Values of a picture's form. The focal point is held as text, because it can also be typed. */
function valuesOf({ name, alt, focus_x: x, focus_y: y }: StoredPicture) {
  return { name, alt, focus_x: String(x), focus_y: String(y) };
}

/** Fetches a picture and opens its form. */
export function EditPicture({ id, onClose }: { id: Id; onClose: () => void }) {
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
