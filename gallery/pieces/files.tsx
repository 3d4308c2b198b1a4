import { type ComponentProps, useState } from 'react';
import { FileField } from '../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../client/ui/fields/FilesField.tsx';
import { VideoField } from '../../client/ui/fields/VideoField.tsx';
import { Held, long, nothing, type Pieces, pictures, states, urdu } from '../samples.tsx';

const fileOf = (name: string, type: string) => new File([new Uint8Array(240_000)], name, { type });
const cv = fileOf('cv-of-sana.pdf', 'application/pdf');
const stored = [
  { id: 1, url: pictures.cinema, name: 'cinema.svg' },
  { id: 2, url: pictures.harbour, name: `${long}.svg` },
];

function OneFile({ file: start, ...rest }: ComponentProps<typeof FileField>) {
  return (
    <Held<File | undefined> start={start}>
      {(file, onSelect) => <FileField {...rest} file={file} onSelect={onSelect} />}
    </Held>
  );
}

function OneVideo({ file: start, ...rest }: ComponentProps<typeof VideoField>) {
  return (
    <Held<File | undefined> start={start}>
      {(file, onSelect) => <VideoField {...rest} file={file} onSelect={onSelect} />}
    </Held>
  );
}

/** A stored image disappears shortly after its removal was requested, as on a server. */
function Images() {
  const [chosen, setChosen] = useState<File[]>([]);
  const [there, setThere] = useState([{ id: 1, url: pictures.cinema, name: 'stored.png' }]);
  return (
    <FilesField
      label="Images"
      files={chosen}
      onChange={setChosen}
      max={4}
      stored={there}
      onRemoveStored={() => setTimeout(() => setThere([]))}
    />
  );
}

export const files: Pieces = {
  FileField: states(
    OneFile,
    { label: 'CV', look: 'document', accept: '.pdf' },
    {
      document: {},
      'image, stored': {
        label: 'Cover',
        look: 'image',
        accept: 'image/*',
        hint: 'At least 1200 pixels wide',
        previewUrl: pictures.harbour,
        current: 'The stored cover',
      },
      error: { error: 'Please upload your CV' },
      disabled: { file: cv, disabled: true },
      'long text': { file: fileOf(`${long}.pdf`, cv.type) },
      Urdu: { file: fileOf(`${urdu}.pdf`, cv.type) },
    },
  ),
  FilesField: {
    'stored, and to be changed': <Images />,
    ...states(
      FilesField,
      { label: 'Pictures', files: [], onChange: nothing, max: 4, onRemoveStored: nothing },
      {
        empty: { hint: 'The first is the cover' },
        'full, one is being removed': { max: 2, stored, removingId: 2, removedForGood: [1] },
        error: { error: 'Please add an image' },
        disabled: { stored, disabled: true },
      },
    ),
  },
  VideoField: states(
    OneVideo,
    { label: 'Video', onRemoveStored: nothing },
    {
      empty: {},
      'chosen, cannot be played here': { file: fileOf('reel.mov', 'video/quicktime') },
      'stored, will be removed': { storedUrl: '/stored.mp4', storedRemoved: true },
      error: { error: 'Please choose a video' },
      disabled: { disabled: true },
    },
  ),
};
