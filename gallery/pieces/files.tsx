import { FileButton } from '../../client/ui/fields/FileButton.tsx';
import { FileField } from '../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../client/ui/fields/FilesField.tsx';
import { nothing, type Pieces, states } from '../samples.tsx';

export const files: Pieces = {
  FileButton: states(
    FileButton,
    { label: 'Pictures to upload', children: 'Upload pictures', onFiles: nothing },
    { usual: {} },
  ),
  FileField: states(
    FileField,
    { onSelect: nothing, label: 'CV', look: 'document', accept: '.pdf' },
    {
      document: {},
      error: { error: 'Please upload your CV' },
    },
  ),
  FilesField: states(
    FilesField,
    { label: 'Pictures', files: [], onChange: nothing, max: 4, onRemoveStored: nothing },
    {
      empty: { hint: 'The first is the cover' },
      error: { error: 'Please add an image' },
    },
  ),
};
