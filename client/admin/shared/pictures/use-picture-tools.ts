import { lazy } from 'react';
import { useHostTakes } from '../../../api/host-calls.ts';
import type { PictureTools } from '../../../ui/fields/picture-tools.ts';
import { useMay } from '../rights.ts';

// Most who open a form leave its pictures as they are.
const Library = lazy(() => import('./LibraryDialog.tsx'));
const Crop = lazy(() => import('./CropDialog.tsx'));

/** What the picture fields of a form offer (docs/product.md §23): no library where the host has none, or the role may not read it. */
export function usePictureTools(): PictureTools {
  const may = useMay()('getPictures');
  const takes = useHostTakes('getPictures') === true;
  return { Crop, Library: may && takes ? Library : undefined };
}
