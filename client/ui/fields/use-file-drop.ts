import { type DragEvent, useState } from 'react';

interface FileDropOptions {
  onFiles: (files: File[]) => void;
  disabled?: boolean | undefined;
}

/**
 * Accepts files that are dropped on an element: spread `handlers` on it. `dragging` is true while files are held over
 * it. Files dropped on a disabled field are refused; otherwise the browser would open them in place of the page.
 */
export function useFileDrop({ onFiles, disabled = false }: FileDropOptions) {
  const [dragging, setDragging] = useState(false);
  return {
    dragging,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (carriesFiles(event)) setDragging(!disabled);
      },
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
      },
      onDragLeave: (event: DragEvent) => {
        // Moving over a child of the element does not count as leaving it.
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        setDragging(false);
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(false);
        const files = [...event.dataTransfer.files];
        if (!disabled && files.length > 0) onFiles(files);
      },
    },
  };
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
