import { Suspense } from 'react';
import type { PictureTools } from './picture-tools.ts';

/** Which dialog of a picture field is open: the library, or the crop of a file. */
export type OpenTool = 'library' | File;

interface PictureDialogsProps {
  tools: PictureTools;
  open: OpenTool | undefined;
  /** How many may be chosen from the library. */
  max: number;
  onChoose: (files: File[]) => void;
  onCrop: (file: File, cut: File) => void;
  onClose: () => void;
}

/** The dialogs of a picture field. They stand beside its zone for files, so that nothing that is dropped on them lands there. */
export function PictureDialogs({ tools, open, max, onChoose, onCrop, onClose }: PictureDialogsProps) {
  const { Library, Crop } = tools;
  return (
    <Suspense>
      {open === 'library' && Library && (
        <Library
          max={max}
          onChoose={(files) => {
            onClose();
            onChoose(files);
          }}
          onClose={onClose}
        />
      )}
      {open instanceof File && Crop && (
        <Crop
          file={open}
          onDone={(cut) => {
            onClose();
            if (cut !== open) onCrop(open, cut);
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
