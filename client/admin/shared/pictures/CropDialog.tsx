import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { messageText } from '#shared/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { CropProps } from '../../../ui/fields/picture-tools.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './CropDialog.module.css';
import { CropFrame } from './CropFrame.tsx';
import {
  type Area,
  type CropShape,
  cropShapes,
  isWhole,
  largestArea,
  type Size,
  wholePixels,
} from './crop-area.ts';
import { cutImage, cutTypes } from './cut-image.ts';

/** Original of each cropped file, so that a second crop starts with the whole picture. */
const cutFrom = new WeakMap<File, File>();

/**
 * The place where the picture will be shown, if it has a fixed shape, e.g. that of a team photo. If given, pictures
 * are cropped to this shape, and no choice of shapes is offered.
 */
export interface CropPlace {
  title: string;
  ratio: number;
  /** Returns the size of the cropped picture in pixels, for a selected area of this size. */
  sizeOf: (part: Size) => Size;
  /** File types to try, in this order: the first one that the browser can write is used. */
  types: readonly string[];
  /** Returns whether a picture of this size can be used without a crop. */
  mayKeep: (picture: Size) => boolean;
  /**
   * If the cropped picture is less high than this, in pixels, the dialog warns that it may look blurry on the page.
   */
  softBelow: number;
}

interface CropDialogProps extends CropProps {
  place?: CropPlace;
}

/**
 * Dialog that crops a picture in the browser, with the pointer or the keyboard: freely, in a chosen shape, or in the
 * shape of `place`. The result has the pixel size of the selected area, or the one that `place` prescribes.
 */
export default function CropDialog({ file, onDone, onClose, place }: CropDialogProps) {
  const original = cutFrom.get(file) ?? file;
  const url = useObjectUrl(original);
  const image = useRef<HTMLImageElement>(null);
  const [picture, setPicture] = useState<Size>();
  const [area, setArea] = useState<Area>();
  const [shape, setShape] = useState<CropShape>('free');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ratio = place?.ratio ?? ratioOf(shape);
  const part = picture && area && wholePixels(area, picture);
  const size = part && (place?.sizeOf(part) ?? part);
  const mayKeep = place ? picture && place.mayKeep(picture) : original !== file;

  function loaded({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
    setPicture({ width, height });
    setArea(largestArea({ width, height }, place?.ratio));
  }

  async function cut() {
    if (!image.current || !part || !size || !picture || !area) return;
    if (!place && isWhole(area, picture)) return onDone(original);
    setBusy(true);
    const made = await cutImage(image.current, part, {
      size,
      types: place?.types ?? cutTypes(original.type),
      name: original.name,
      opaque: place !== undefined,
    }).catch(() => undefined);
    setBusy(false);
    if (!made) return setProblem(messageText('upload.badImage', { field: original.name }));
    cutFrom.set(made, original);
    onDone(made);
  }

  // Rendered in a portal outside the parent form, so that Enter does not submit that form.
  return createPortal(
    <Dialog
      open
      size="large"
      title={place?.title ?? 'Crop the picture'}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          {mayKeep && (
            <Button variant="quiet" className={styles.whole} onClick={() => onDone(original)} disabled={busy}>
              {place ? 'Keep it uncropped' : 'Back to the whole picture'}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={() => void cut()} disabled={!part} busy={busy} busyLabel="Cropping...">
            Use this crop
          </Button>
        </>
      }
    >
      <div className={styles.layout}>
        {!place && (
          <SegmentedControl
            label="Shape"
            value={shape}
            options={cropShapes}
            onChange={(chosen) => {
              setShape(chosen);
              if (picture) setArea(largestArea(picture, ratioOf(chosen), area));
            }}
          />
        )}
        <div className={styles.stage}>
          <div className={styles.sheet}>
            {url && (
              <img
                ref={image}
                src={url}
                alt=""
                draggable={false}
                onLoad={(event) => loaded(event.currentTarget)}
                onError={() => setProblem(messageText('upload.badImage', { field: original.name }))}
              />
            )}
            {picture && area && <CropFrame picture={picture} area={area} ratio={ratio} onChange={setArea} />}
          </div>
        </div>
        <p className={styles.facts}>
          {size && (
            <>
              The crop has {size.width} × {size.height} pixels
              {!place && picture && ` of ${picture.width} × ${picture.height}`}.{' '}
            </>
          )}
          {place && size && size.height < place.softBelow && 'That is small, so it may look blurry. '}
          Drag the frame or its corners. With the keyboard: arrow keys move it, Shift and arrow keys change
          its size.
          {!place && original.type === 'image/gif' && ' A cropped GIF becomes a PNG, without movement.'}
        </p>
        {problem && <Notice>{problem}</Notice>}
      </div>
    </Dialog>,
    document.body,
  );
}

function ratioOf(shape: CropShape): number | undefined {
  return cropShapes.find(({ value }) => value === shape)?.ratio;
}
