import 'react-image-crop/dist/ReactCrop.css';
import { useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import ReactCrop, {
  centerCrop,
  convertToPixelCrop,
  makeAspectCrop,
  type PercentCrop,
} from 'react-image-crop';
import { messageText } from '#shared/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { encodeImage } from '../../../ui/encode-image.ts';
import type { CropProps } from '../../../ui/fields/PictureDialogs.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './CropDialog.module.css';

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
  /**
   * If the cropped picture is less high than this, in pixels, the dialog warns that it may look blurry on the page.
   */
  softBelow: number;
}

/** Shapes to choose from. `ratio` is width divided by height; undefined for a free shape. */
const shapes = [
  { value: 'free', label: 'Free', ratio: undefined },
  { value: '1:1', label: '1:1', ratio: 1 },
  { value: '3:2', label: '3:2', ratio: 3 / 2 },
  { value: '16:9', label: '16:9', ratio: 16 / 9 },
  { value: '21:9', label: '21:9', ratio: 21 / 9 },
] as const;

/** Minimum width and height of the frame on the screen, in pixels, so that it can be grabbed. */
const leastSide = 16;

const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** Returns the largest area with this ratio, in the middle of the picture; without a ratio, the whole picture. */
function largestArea({ width, height }: Size, ratio: number | undefined) {
  if (ratio === undefined) return whole;
  return centerCrop(makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height), width, height);
}

/** Returns the area in whole pixels of the picture; at least one, and none outside of it. */
function pixelsOf(area: PercentCrop, picture: Size) {
  const { x, y, width, height } = convertToPixelCrop(area, picture.width, picture.height);
  const [left, top] = [Math.round(x), Math.round(y)];
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(Math.round(width), picture.width - left)),
    height: Math.max(1, Math.min(Math.round(height), picture.height - top)),
  };
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
  const [area, setArea] = useState<PercentCrop>();
  const [shape, setShape] = useState<(typeof shapes)[number]['value']>('free');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const ratio = place?.ratio ?? ratioOf(shape);
  const part = picture && area && pixelsOf(area, picture);
  const size = part && (place?.sizeOf(part) ?? part);

  function loaded(shown: HTMLImageElement) {
    const loadedSize = { width: shown.naturalWidth, height: shown.naturalHeight };
    flushSync(() => {
      setPicture(loadedSize);
      setArea(largestArea(loadedSize, place?.ratio));
    });
    // The frame appears only now, when the dialog has already focused another element.
    shown.closest('.ReactCrop')?.querySelector<HTMLElement>('[role="group"]')?.focus();
  }

  async function cut() {
    if (!image.current || !part || !size) return;
    const isWhole = part.width === picture.width && part.height === picture.height;
    if (!place && isWhole) return onDone(original);
    setBusy(true);
    const encoded = await encodeImage(image.current, part, {
      size,
      types: writable[place ? 'image/webp' : original.type] ?? ['image/png'],
      opaque: place !== undefined,
      quality,
    }).catch(() => undefined);
    setBusy(false);
    if (!encoded) return setProblem(messageText('upload.badImage', { field: original.name }));
    const { type } = encoded;
    const made = new File([encoded], cutName(original.name, type), { type });
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
          {!place && original !== file && (
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
      <div className="stack4">
        {!place && (
          <SegmentedControl
            label="Shape"
            value={shape}
            options={shapes}
            onChange={(chosen) => {
              setShape(chosen);
              const chosenRatio = ratioOf(chosen);
              if (picture && chosenRatio) setArea(largestArea(picture, chosenRatio));
            }}
          />
        )}
        <div className={styles.stage}>
          <ReactCrop
            className={classNames(styles.sheet, 'ReactCrop--no-animate')}
            crop={area}
            aspect={ratio}
            minWidth={leastSide}
            minHeight={leastSide}
            keepSelection
            onChange={(_pixels, percent) => setArea(percent)}
          >
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
          </ReactCrop>
        </div>
        <p className="note">
          {size && (
            <>
              The crop has {size.width} × {size.height} pixels
              {!place && picture && ` of ${picture.width} × ${picture.height}`}.{' '}
            </>
          )}
          {place && size && size.height < place.softBelow && 'That is small, so it may look blurry. '}
          Drag the frame or its handles. With the keyboard: arrow keys move the frame, and Tab leads to its
          handles, which they move too.
          {!place && original.type === 'image/gif' && ' A cropped GIF becomes a PNG, without movement.'}
        </p>
        {problem && <Notice>{problem}</Notice>}
      </div>
    </Dialog>,
    document.body,
  );
}

function ratioOf(shape: string) {
  return shapes.find(({ value }) => value === shape)?.ratio;
}

/** Size of a picture, in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Quality of the written file, from 0 to 1: a compromise between visible loss and file size. */
const quality = 0.86;

/**
 * The file types to write for a crop of a picture of each type, in order of preference; PNG for any other type.
 * Browsers cannot write every type, so some are replaced by the closest one.
 */
const writable: Record<string, readonly string[]> = {
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png'],
  'image/webp': ['image/webp', 'image/jpeg'],
  'image/gif': ['image/png'],
  'image/avif': ['image/webp', 'image/jpeg'],
};

const endings: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** Returns the name of the original file with the extension of the crop's type. */
function cutName(name: string, type: string) {
  const base = name.replace(/\.[^.]*$/, '') || 'photo';
  return `${base}.${endings[type] ?? 'png'}`;
}
