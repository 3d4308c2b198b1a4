import { type DragEvent, useState } from 'react';
import type { Quill, RangeStatic } from 'react-quill';

/**
 * Files that are dragged over the editor are shown to be welcome, wherever on it they are let go: beside the text a browser
 * would leave the page and open them. `onFiles` gets the place in the text under the pointer, when there is one.
 */
export function useFileDrop(
  quill: Quill | undefined,
  enabled: boolean,
  onFiles: (files: File[], place: RangeStatic | undefined) => void,
) {
  const [dropping, setDropping] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setDropping(enabled);
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDropping(false);
    },
    // Before the editor's package, which forgets files that fall where no letter is.
    onDropCapture(event: DragEvent) {
      setDropping(false);
      const files = Array.from(event.dataTransfer.files);
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      if (enabled && quill) onFiles(files, placeAt(quill, event.clientX, event.clientY));
    },
  };
  return { dropping, handlers };
}

function placeAt(quill: Quill, x: number, y: number): RangeStatic | undefined {
  const native = rangeAt(x, y);
  if (!native || !quill.root.contains(native.startContainer)) return undefined;
  const normalized = quill.selection.normalizeNative(native);
  return normalized ? quill.selection.normalizedToRange(normalized) : undefined;
}

/** By the standard's name, or by that of browsers that do not have it yet. */
function rangeAt(x: number, y: number): Range | null {
  const position = document.caretPositionFromPoint?.(x, y);
  if (!position) return document.caretRangeFromPoint?.(x, y) ?? null;
  const range = document.createRange();
  range.setStart(position.offsetNode, position.offset);
  return range;
}
