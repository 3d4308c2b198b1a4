import { type DragEvent, useState } from 'react';

/**
 * Files that are dragged over the editor are shown to be welcome, wherever on it they are let go: beside the text a browser
 * would leave the page and open them. What falls onto the text itself the editor's package places.
 */
export function useFileDrop(enabled: boolean, onFiles: (files: File[]) => void) {
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
    onDrop(event: DragEvent) {
      setDropping(false);
      if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      if (enabled) onFiles(Array.from(event.dataTransfer.files));
    },
  };
  return { dropping, handlers };
}
