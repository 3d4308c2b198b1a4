import { type ComponentType, Suspense } from 'react';

/** The open dialog of a picture field: 'library', or the file that is being cropped. */
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
 * The dialogs of a picture field. They must be rendered outside its drop zone, so that a file dropped on a dialog is
 * not added to the field.
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

export interface LibraryProps {
  /** Largest number of pictures that may be chosen. */
  max: number;
  /** The chosen pictures, as files with their bytes. */
  onChoose: (files: File[]) => void;
  onClose: () => void;
}

export interface CropProps {
  file: File;
  /** Called with the cropped picture, as a new file. */
  onDone: (cut: File) => void;
  onClose: () => void;
}

/** Dialogs of the admin area that a picture field can open. The forms of the admin area pass them in. */
export interface PictureTools {
  /** Chooses from the library; undefined if the host has none. */
  Library?: ComponentType<LibraryProps>;
  /** Dialog that crops a picture; undefined if the form has its own. */
  Crop?: ComponentType<CropProps>;
}
