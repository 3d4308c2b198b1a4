import { wayOf } from '../shared/pictures/crop-area.ts';

/**
 * Focal point: the point of a picture that stays visible when the picture is cropped, in whole percent of its width
 * and height.
 */
export interface FocalPoint {
  x: number;
  y: number;
}

const middle = 50;

/** Returns the point for two typed percentages. A text that is not a number counts as the middle. */
export function focalPointOf(x: string, y: string): FocalPoint {
  return { x: percentOf(x), y: percentOf(y) };
}

function percentOf(text: string): number {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? middle : whole(value);
}

/** Returns the point under the pointer; `shown` is the picture's rectangle on the screen. */
export function pointAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  shown: { left: number; top: number; width: number; height: number },
): FocalPoint {
  return {
    x: whole(((clientX - shown.left) / shown.width) * 100),
    y: whole(((clientY - shown.top) / shown.height) * 100),
  };
}

/**
 * Returns the point after a key: an arrow moves it by one percent, with Shift by ten. Undefined for any other key.
 */
export function pointAfterKey(
  { x, y }: FocalPoint,
  event: Parameters<typeof wayOf>[0],
): FocalPoint | undefined {
  const way = wayOf(event);
  const step = event.shiftKey ? 10 : 1;
  return way && { x: whole(x + way[0] * step), y: whole(y + way[1] * step) };
}

function whole(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent)));
}
