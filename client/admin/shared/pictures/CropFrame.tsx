import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './CropDialog.module.css';
import { type Area, type Corner, moveArea, resizeArea, type Size, wayOf } from './crop-area.ts';

const corners: readonly Corner[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];

interface CropFrameProps {
  picture: Size;
  area: Area;
  ratio: number | undefined;
  onChange: (area: Area) => void;
}

/**
 * Focuses the frame when it appears. It appears only after the picture has loaded, when the dialog has already
 * focused another element.
 */
const focusAtOnce = (frame: HTMLElement | null) => frame?.focus();

/** A frame around the selected area, over a picture that fills the parent element. */
export function CropFrame({ picture, area, ratio, onChange }: CropFrameProps) {
  const drag = useRef<{ pointer: number; x: number; y: number; area: Area; corner: Corner | undefined }>(
    undefined,
  );

  function grab(event: PointerEvent<HTMLElement>, corner?: Corner) {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, area, corner };
  }

  function pull(event: PointerEvent<HTMLElement>) {
    const held = drag.current;
    const shown = event.currentTarget.closest(`.${styles.sheet}`)?.getBoundingClientRect();
    if (!held || held.pointer !== event.pointerId || !shown) return;
    const perPixel = picture.width / shown.width;
    const by = [(event.clientX - held.x) * perPixel, (event.clientY - held.y) * perPixel] as const;
    onChange(
      held.corner
        ? resizeArea(held.area, held.corner, by, ratio, picture)
        : moveArea(held.area, ...by, picture),
    );
  }

  const release = () => {
    drag.current = undefined;
  };

  function onKeyDown(event: KeyboardEvent) {
    const way = wayOf(event);
    if (!way) return;
    event.preventDefault();
    const step = Math.max(1, Math.max(picture.width, picture.height) / 100);
    const by = [way[0] * step, way[1] * step] as const;
    onChange(
      event.shiftKey ? resizeArea(area, { x: 1, y: 1 }, by, ratio, picture) : moveArea(area, ...by, picture),
    );
  }

  const percent = (share: number, whole: number) => `${(share / whole) * 100}%`;
  return (
    <div
      className={styles.frame}
      style={{
        left: percent(area.x, picture.width),
        top: percent(area.y, picture.height),
        width: percent(area.width, picture.width),
        height: percent(area.height, picture.height),
      }}
      role="application"
      aria-label="The part that stays. Arrow keys move it, Shift and arrow keys change its size."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself (WAI-ARIA 1.2), so it takes the focus.
      tabIndex={0}
      ref={focusAtOnce}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => grab(event)}
      onPointerMove={pull}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {corners.map((corner) => (
        <span
          key={`${corner.x} ${corner.y}`}
          className={styles.corner}
          data-x={corner.x}
          data-y={corner.y}
          onPointerDown={(event) => grab(event, corner)}
          onPointerMove={pull}
          onPointerUp={release}
          onPointerCancel={release}
        />
      ))}
    </div>
  );
}
