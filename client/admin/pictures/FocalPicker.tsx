import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { Picture } from '../../ui/Picture.tsx';
import styles from './FocalPicker.module.css';
import { type FocalPoint, pointAfterKey, pointAt } from './focal-point.ts';

interface FocalPickerProps {
  /** URL of the picture, under our origin. */
  src: string;
  /** Size of the picture, which reserves its space on the screen before it loads. */
  width: number;
  height: number;
  point: FocalPoint;
  /** Called with the new point. Without this callback the point cannot be moved. */
  onChange?: (point: FocalPoint) => void;
}

/** A picture with its focal point, which can be set with a pointer or the keyboard. */
export function FocalPicker({ src, width, height, point, onChange }: FocalPickerProps) {
  const hintId = useId();
  const image = <Picture src={src} alt="" width={width} height={height} sizes="32rem" largest={960} whole />;
  const mark = <span className={styles.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />;
  if (!onChange) {
    return (
      <div className={styles.stage}>
        <div className={styles.shown}>
          {image}
          {mark}
        </div>
      </div>
    );
  }

  function set(event: MouseEvent<HTMLElement>) {
    onChange?.(pointAt(event, event.currentTarget.getBoundingClientRect()));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = pointAfterKey(point, event);
    if (!next) return;
    event.preventDefault();
    onChange?.(next);
  }

  return (
    <div className={styles.layout}>
      <div className={styles.stage}>
        <div
          className={`${styles.shown} ${styles.picker}`}
          role="application"
          aria-label={`Focal point: ${point.x} % from the left, ${point.y} % from the top`}
          aria-describedby={hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself (WAI-ARIA 1.2), so it takes the focus.
          tabIndex={0}
          onKeyDown={onKeyDown}
          onClick={set}
          onPointerDown={(event) => {
            // A moving finger scrolls the page, so on a touch screen only a tap chooses a point.
            if (event.button !== 0 || event.pointerType === 'touch') return;
            event.currentTarget.setPointerCapture(event.pointerId);
            set(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event);
          }}
        >
          {image}
          {mark}
        </div>
      </div>
      <p id={hintId} className={styles.hint}>
        The focal point stays visible where the picture is cropped. Click it, or use the arrow keys, with
        Shift for larger steps.
      </p>
      <ul className={styles.cuts} aria-hidden="true">
        {['1 / 1', '3 / 2', '21 / 9'].map((shape) => (
          <li key={shape} className={styles.cut} style={{ aspectRatio: shape }}>
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
