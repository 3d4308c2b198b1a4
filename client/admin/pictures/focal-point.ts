/** The point of a picture that stays in sight when it is cut: percent of its width and of its height, whole numbers. */
export interface FocalPoint {
  x: number;
  y: number;
}

const middle = 50;

/** The point of what was typed; the middle for what is no number. */
export function focalPointOf(x: string, y: string): FocalPoint {
  return { x: percentOf(x), y: percentOf(y) };
}

function percentOf(text: string): number {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? middle : whole(value);
}

/** The point under the pointer; `shown` is where the picture stands on the screen. */
export function pointAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  shown: { left: number; top: number; width: number; height: number },
): FocalPoint {
  return {
    x: whole(((clientX - shown.left) / shown.width) * 100),
    y: whole(((clientY - shown.top) / shown.height) * 100),
  };
}

const ways: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point after a key: an arrow moves it by one percent, with Shift by ten. Undefined for any other key. */
export function pointAfterKey(
  { x, y }: FocalPoint,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): FocalPoint | undefined {
  const way = ways[key];
  const step = shiftKey ? 10 : 1;
  return way && { x: whole(x + way[0] * step), y: whole(y + way[1] * step) };
}

function whole(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent)));
}
