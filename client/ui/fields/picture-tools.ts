import type { ComponentType } from 'react';

export interface LibraryProps {
  /** How many may be chosen. */
  max: number;
  /** The chosen ones, as files with their bytes. */
  onChoose: (files: File[]) => void;
  onClose: () => void;
}

export interface CropProps {
  file: File;
  /** The cut, as a file of its own. */
  onDone: (cut: File) => void;
  onClose: () => void;
}

/** What a field of pictures offers beside its files: dialogs of the admin area, which its forms pass in. */
export interface PictureTools {
  /** Chooses from the library; undefined where the host has none. */
  Library?: ComponentType<LibraryProps> | undefined;
  /** Cuts a picture; undefined where the form does so itself. */
  Crop?: ComponentType<CropProps> | undefined;
}
