import type { ComponentType } from 'react';

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
