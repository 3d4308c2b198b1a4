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
  /** The cropped picture, as a file of its own. */
  onDone: (cut: File) => void;
  onClose: () => void;
}

/** Further tools of a picture field: dialogs of the admin area, which its forms pass in. */
export interface PictureTools {
  /** Chooses from the library; undefined if the host has none. */
  Library?: ComponentType<LibraryProps> | undefined;
  /** Crops a picture; undefined if the form does that itself. */
  Crop?: ComponentType<CropProps> | undefined;
}
