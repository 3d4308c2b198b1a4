/** Size of a picture, in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** An area of a picture, in its own pixels. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** A corner of an area: -1 is left or top, 1 is right or bottom. */
export interface Corner {
  x: -1 | 1;
  y: -1 | 1;
}

/** Shapes to choose from. `ratio` is width divided by height; undefined for a free shape. */
export const cropShapes = [
  { value: 'free', label: 'Free', ratio: undefined },
  { value: '1:1', label: '1:1', ratio: 1 },
  { value: '3:2', label: '3:2', ratio: 3 / 2 },
  { value: '16:9', label: '16:9', ratio: 16 / 9 },
  { value: '21:9', label: '21:9', ratio: 21 / 9 },
] as const;

export type CropShape = (typeof cropShapes)[number]['value'];

/** Minimum width and height of a crop in pixels, unless the picture itself is smaller. */
const leastSide = 16;

/**
 * Returns the largest area with this ratio that fits into the picture. Its centre is as close as possible to the
 * centre of the area `before`. Without a ratio, returns `before`.
 */
export function largestArea(
  picture: Size,
  ratio: number | undefined,
  before: Area = { x: 0, y: 0, ...picture },
): Area {
  if (ratio === undefined) return before;
  const width = Math.min(picture.width, picture.height * ratio);
  const height = width / ratio;
  const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
  return moveArea({ x: middle.x - width / 2, y: middle.y - height / 2, width, height }, 0, 0, picture);
}

/** Moves an area without leaving the picture. */
export function moveArea(area: Area, byX: number, byY: number, picture: Size): Area {
  return {
    ...area,
    x: between(0, area.x + byX, picture.width - area.width),
    y: between(0, area.y + byY, picture.height - area.height),
  };
}

/**
 * Moves one corner of an area, while the opposite corner stays in place. With a ratio, the shape stays the same, and
 * the larger of the horizontal and the vertical movement counts. The area never leaves the picture and never becomes
 * too small to grab.
 */
export function resizeArea(
  area: Area,
  corner: Corner,
  [byX, byY]: readonly [number, number],
  ratio: number | undefined,
  picture: Size,
): Area {
  const fixed = {
    x: corner.x > 0 ? area.x : area.x + area.width,
    y: corner.y > 0 ? area.y : area.y + area.height,
  };
  const room = {
    width: corner.x > 0 ? picture.width - fixed.x : fixed.x,
    height: corner.y > 0 ? picture.height - fixed.y : fixed.y,
  };
  const [wider, higher] = [corner.x * byX, corner.y * byY];
  const size = (wanted: number, most: number) => between(Math.min(leastSide, most), wanted, most);
  const larger = ratio && Math.abs(wider) < Math.abs(higher) * ratio ? higher * ratio : wider;
  const width = size(area.width + larger, ratio ? Math.min(room.width, room.height * ratio) : room.width);
  const height = ratio ? width / ratio : size(area.height + higher, room.height);
  return {
    width,
    height,
    x: corner.x > 0 ? fixed.x : fixed.x - width,
    y: corner.y > 0 ? fixed.y : fixed.y - height,
  };
}

/** Rounds an area to whole pixels. The result is at least one pixel in size and lies inside the picture. */
export function wholePixels(area: Area, picture: Size): Area {
  const x = between(0, Math.round(area.x), picture.width - 1);
  const y = between(0, Math.round(area.y), picture.height - 1);
  return {
    x,
    y,
    width: between(1, Math.round(area.width), picture.width - x),
    height: between(1, Math.round(area.height), picture.height - y),
  };
}

/** Returns true if the area is the whole picture, so that no crop is needed. */
export function isWhole(area: Area, picture: Size): boolean {
  const { width, height } = wholePixels(area, picture);
  return width === picture.width && height === picture.height;
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

const ways: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the direction of an arrow key that moves a frame or a point; undefined for other keys and shortcuts. */
export function wayOf({ key, ctrlKey, metaKey, altKey }: Key): readonly [number, number] | undefined {
  return ctrlKey || metaKey || altKey ? undefined : ways[key];
}
