import { lazy } from 'react';
import type { PictureTools } from '../../../ui/fields/picture-tools.ts';
import { useMay } from '../rights.ts';

// Loaded lazily, because most forms are closed without a change of their pictures.
const Library = lazy(() => import('./LibraryDialog.tsx'));
const Crop = lazy(() => import('./CropDialog.tsx'));

/**
 * Returns the tools of the picture fields (docs/product.md §23). The library is left out if the host has none or the
 * role may not read it.
 */
export function usePictureTools(): PictureTools {
  return { Crop, Library: useMay()('getPictures') ? Library : undefined };
}
