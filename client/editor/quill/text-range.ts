import type { DeltaStatic, Quill, RangeStatic } from 'react-quill';

/**
 * Tracks a range while an asynchronous task runs, e.g. while images are read that have to be inserted where they were
 * dropped. The range moves with its text when text before it is inserted or deleted.
 */
export function trackRange(quill: Quill, range: RangeStatic) {
  let start = range.index;
  let end = range.index + range.length;
  const follow = (change: DeltaStatic) => {
    start = change.transformPosition(start, true);
    end = change.transformPosition(end, true);
  };
  quill.on('text-change', follow);
  return {
    current(): RangeStatic {
      const last = Math.max(0, quill.getLength() - 1);
      const index = Math.min(start, last);
      return { index, length: Math.min(end, last) - index };
    },
    stop: () => void quill.off('text-change', follow),
  };
}

/**
 * Returns the selection. While the focus is elsewhere, returns the last selection, or the end of the text if there
 * was none.
 */
export function currentRange(quill: Quill): RangeStatic {
  const { savedRange, lastRange } = quill.selection;
  const end = Math.max(0, quill.getLength() - 1);
  const range = quill.getSelection() ?? (lastRange === null && quill.hasFocus() ? null : savedRange);
  return range ? { index: Math.min(range.index, end), length: range.length } : { index: end, length: 0 };
}

/** Returns the text position under the pointer; undefined if the pointer is not over the text. */
export function rangeAtPoint(quill: Quill, x: number, y: number) {
  const native = nativeRangeAt(x, y);
  if (!native || !quill.root.contains(native.startContainer)) return undefined;
  const normalized = quill.selection.normalizeNative(native);
  return normalized ? quill.selection.normalizedToRange(normalized) : undefined;
}

/**
 * Returns the position from `caretPositionFromPoint`, or from the older `caretRangeFromPoint` in browsers that lack
 * the first.
 */
function nativeRangeAt(x: number, y: number) {
  const position = document.caretPositionFromPoint?.(x, y);
  if (!position) return document.caretRangeFromPoint?.(x, y) ?? null;
  const range = document.createRange();
  range.setStart(position.offsetNode, position.offset);
  return range;
}
