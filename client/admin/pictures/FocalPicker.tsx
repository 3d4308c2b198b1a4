import type { MouseEvent } from 'react';
import { Picture } from '../../ui/Picture.tsx';
import styles from './FocalPicker.module.css';

/**
 * Focal point: the point of a picture that stays visible when the picture is cropped, in whole percent of its width
 * and height.
 */
interface FocalPoint {
  x: number;
  y: number;
}

interface FocalPickerProps {
  /** URL of the picture, under our origin. */
  src: string;
  /** Size of the picture, which reserves its space on the screen before it loads. */
  width: number;
  height: number;
  point: FocalPoint;
  onChange: (point: FocalPoint) => void;
}

/** A picture with its focal point, which a press on the picture moves. For keys, the form has a field for each number. */
export function FocalPicker({ src, width, height, point, onChange }: FocalPickerProps) {
  function set({ clientX, clientY, currentTarget }: MouseEvent) {
    const shown = currentTarget.getBoundingClientRect();
    onChange({
      x: percent((clientX - shown.left) / shown.width),
      y: percent((clientY - shown.top) / shown.height),
    });
  }

  return (
    <div className="stack3">
      <div className={styles.stage}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: fields beside it take the numbers */}
        <div className={styles.picker} onClick={set}>
          <Picture src={src} alt="" width={width} height={height} sizes="32rem" largest={960} whole />
          <span className={styles.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </div>
      </div>
      <p className="small">
        The focal point stays visible where the picture is cropped. Click it in the picture, or change its
        numbers.
      </p>
      <ul className="row3" aria-hidden="true">
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

function percent(share: number): number {
  return Math.min(100, Math.max(0, Math.round(share * 100)));
}

/** Returns the percentage that was typed; the middle for a text that is not a number. */
export function typedPercent(text: string): number {
  const value = Number(text) / 100;
  return text.trim() === '' || !Number.isFinite(value) ? 50 : percent(value);
}
