import { Suspense } from 'react';
import type { PictureTools } from './picture-tools.ts';

/** Which dialog of a picture field is open: the library, or the crop of a file. */
export type OpenTool = 'library' | File;

interface PictureDialogsProps {
  tools: PictureTools;
  open: OpenTool | undefined;
  /** Largest number of pictures that may be chosen from the library. */
  max: number;
  onChoose: (files: File[]) => void;
  onCrop: (file: File, cut: File) => void;
  onClose: () => void;
}

/**
 * The dialogs of a picture field. They are siblings of its drop zone, so that files dropped on a dialog do not land
 * in the zone.
 */
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
