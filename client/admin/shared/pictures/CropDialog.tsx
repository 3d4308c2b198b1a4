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
  wholeOf,
  wholePixels,
} from './crop-area.ts';
import { cutImage, cutTypes } from './cut-image.ts';

/** What a cut was made of, so that it can be made anew. */
const cutFrom = new WeakMap<File, File>();

/** Cuts a part out of a picture, in the browser: by pointer and by keys, free or in a shape. The cut has the pixels of the part. */
export default function CropDialog({ file, onDone, onClose }: CropProps) {
  const original = cutFrom.get(file) ?? file;
  const url = useObjectUrl(original);
  const image = useRef<HTMLImageElement>(null);
  const [picture, setPicture] = useState<Size>();
  const [area, setArea] = useState<Area>();
  const [shape, setShape] = useState<CropShape>('free');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ratio = cropShapes.find(({ value }) => value === shape)?.ratio;
  const part = picture && area && wholePixels(area, picture);

  function loaded({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
    setPicture({ width, height });
    setArea(wholeOf({ width, height }));
  }

  async function cut() {
    if (!image.current || !part || !picture || !area) return;
    if (isWhole(area, picture)) return onDone(original);
    setBusy(true);
    const made = await cutImage(image.current, part, {
      size: part,
      types: cutTypes(original.type),
      name: original.name,
    }).catch(() => undefined);
    setBusy(false);
    if (!made) return setProblem(messageText('upload.badImage', { field: original.name }));
    cutFrom.set(made, original);
    onDone(made);
  }

  // Outside of the form that it belongs to: Enter in here is not to send that form.
  return createPortal(
    <Dialog
      open
      size="large"
      title="Crop the picture"
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          {original !== file && (
            <Button variant="quiet" className={styles.whole} onClick={() => onDone(original)} disabled={busy}>
              Back to the whole picture
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
        <SegmentedControl
          label="Shape"
          value={shape}
          options={cropShapes}
          onChange={(chosen) => {
            setShape(chosen);
            const chosenRatio = cropShapes.find(({ value }) => value === chosen)?.ratio;
            if (picture) setArea(largestArea(picture, chosenRatio, area));
          }}
        />
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
          {part && (
            <>
              The crop has {part.width} × {part.height} pixels
              {picture && ` of ${picture.width} × ${picture.height}`}.{' '}
            </>
          )}
          Drag the frame or its corners. With the keyboard: arrow keys move it, Shift and arrow keys change
          its size.
          {original.type === 'image/gif' && ' A cropped GIF becomes a PNG, without movement.'}
        </p>
        {problem && <Notice>{problem}</Notice>}
      </div>
    </Dialog>,
    document.body,
  );
}
