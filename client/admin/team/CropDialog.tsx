import { type CSSProperties, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { teamPhoto } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useObjectUrl } from '../../ui/fields/use-object-url.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Area } from '../shared/pictures/crop-area.ts';
import { cutImage, cutTypes } from '../shared/pictures/cut-image.ts';
import styles from './CropDialog.module.css';
import { cutSize } from './crop-image.ts';

/** Below so many pixels of height a photo looks soft on the team page. */
const softBelow = 500;
const maxZoom = 4;

interface CropDialogProps {
  file: File;
  onDone: (result: File) => void;
  onCancel: () => void;
}

/** Chooses the part of a photo that is shown: by dragging, by arrow keys and by the slider. It is cut in the browser. */
export default function CropDialog({ file, onDone, onCancel }: CropDialogProps) {
  const url = useObjectUrl(file);
  const picture = useRef<HTMLImageElement | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [size, setSize] = useState<{ width: number; height: number }>();
  const [part, setPart] = useState<{ percent: Area; pixels: Area }>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const zoomId = useId();
  const result = part && cutSize(part.pixels);
  const small = size && Math.max(size.width, size.height) <= teamPhoto.longestSide;

  async function cut() {
    if (!picture.current || !part) return;
    setBusy(true);
    const cutOut = await cutImage(picture.current, part.pixels, {
      size: cutSize(part.pixels),
      types: cutTypes('image/webp'),
      name: file.name,
      opaque: true,
    }).catch(() => undefined);
    setBusy(false);
    if (cutOut) onDone(cutOut);
    else setProblem(messageText('upload.badImage', { field: file.name }));
  }

  // Outside of the form that it belongs to: Enter on the slider is not to send that form.
  return createPortal(
    <Dialog
      open
      size="large"
      title="Crop the photo"
      onClose={onCancel}
      dismissable={!busy}
      footer={
        <>
          {small && (
            <Button variant="quiet" className={styles.whole} onClick={() => onDone(file)} disabled={busy}>
              Keep it uncropped
            </Button>
          )}
          <Button variant="quiet" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button onClick={() => void cut()} disabled={!part} busy={busy} busyLabel="Cropping...">
            Use this crop
          </Button>
        </>
      }
    >
      <div className={styles.layout}>
        <div className={styles.stage}>
          {url && (
            <Cropper
              image={url}
              crop={crop}
              zoom={zoom}
              maxZoom={maxZoom}
              aspect={teamPhoto.width / teamPhoto.height}
              keyboardStep={12}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={(percent, pixels) => setPart({ percent, pixels })}
              onMediaLoaded={({ naturalWidth: width, naturalHeight: height }) => setSize({ width, height })}
              setImageRef={({ current }) => {
                picture.current = current;
              }}
              // It would write a <style> into the page, which the CSP refuses: its sheet is imported above.
              disableAutomaticStylesInjection
              cropperProps={{
                role: 'application',
                'aria-label': 'Shows the visible part. Use the arrow keys to move the photo.',
              }}
            />
          )}
        </div>
        <div className={styles.side}>{url && part && <CropPreview src={url} part={part.percent} />}</div>
        <div className={styles.zoom}>
          <label htmlFor={zoomId}>Zoom</label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={maxZoom}
            step={0.01}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)} %`}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
            data-focus-first
          />
          <output htmlFor={zoomId}>{Math.round(zoom * 100)} %</output>
        </div>
        <p className={styles.facts}>
          Drag the photo, or move it with the arrow keys when its frame has the focus.{' '}
          {result && `The crop has ${result.width} × ${result.height} pixels.`}
          {result && result.height < softBelow && ' That is small, so it may look blurry.'}
        </p>
        {problem && <Notice>{problem}</Notice>}
      </div>
    </Dialog>,
    document.body,
  );
}

interface CropPreviewProps {
  src: string;
  /** The part that is shown, in percent of the photo. */
  part: Area;
}

/** The cut as it will look, while it is being chosen: on the team page, and small and round. */
function CropPreview({ src, part }: CropPreviewProps) {
  const shown: CSSProperties = {
    width: `${10_000 / part.width}%`,
    transform: `translate(${-part.x}%, ${-part.y}%)`,
  };
  return (
    <div className={styles.previews}>
      <figure className={styles.preview}>
        <span className={styles.card}>
          <img src={src} alt="" style={shown} />
        </span>
        <figcaption>Team page</figcaption>
      </figure>
      <figure className={styles.preview}>
        <span className={styles.round}>
          <span className={styles.inner}>
            <img src={src} alt="" style={shown} />
          </span>
        </span>
        <figcaption>Small</figcaption>
      </figure>
    </div>
  );
}
