import { type DragEvent, useState } from 'react';

/**
 * Accepts files that are dropped on an element; spread `handlers` on this element. `dragging` is true while files are
 * held over it. If `disabled`, the drop is handled but the files are ignored: the browser would otherwise leave the
 * page and open the file.
 */
export function useFileDrop({
  onFiles,
  disabled = false,
}: {
  onFiles: (files: File[], event: DragEvent) => void;
  disabled?: boolean;
}) {
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
        // The pointer has moved to a child of the element, so it has not left the element.
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        setDragging(false);
      },
      // In the capture phase, i.e. before the editor of rich text, which ignores files that are dropped outside the text.
      onDropCapture: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setDragging(false);
        const files = [...event.dataTransfer.files];
        if (!disabled && files.length > 0) onFiles(files, event);
      },
    },
  };
}

function carriesFiles({ dataTransfer }: DragEvent) {
  return dataTransfer.types.includes('Files');
}
