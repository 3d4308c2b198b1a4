import { useState } from 'react';
import { FileField } from '../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../client/ui/fields/FilesField.tsx';
import { VideoField } from '../../client/ui/fields/VideoField.tsx';
import type { Group } from '../piece.ts';
import { long, pictures, sampleFile, urdu } from '../samples.ts';
import { Stateful } from './stateful.tsx';

const cv = sampleFile('cv-of-sana.pdf', 'application/pdf');
const reel = sampleFile('reel.mov', 'video/quicktime', 900);
const stored = [
  { id: 1, url: pictures.cinema, name: 'cinema.svg' },
  { id: 2, url: pictures.harbour, name: `${long}.svg` },
];
const nothing = () => undefined;

export const files: Group = {
  name: 'Files',
  pieces: [
    {
      name: 'FileField',
      file: 'fields/FileField.tsx',
      about: 'One image or document, by picker or by drop.',
      states: {
        document: <OneFile label="CV" look="document" accept=".pdf" />,
        image: <OneFile label="Cover" accept="image/*" hint="At least 1200 pixels wide" />,
        chosen: <OneFile label="CV" look="document" accept=".pdf" start={cv} />,
        stored: (
          <OneFile label="Cover" accept="image/*" previewUrl={pictures.harbour} current="The stored cover" />
        ),
        error: <OneFile label="CV" look="document" accept=".pdf" error="Please upload your CV" />,
        disabled: <OneFile label="CV" look="document" accept=".pdf" start={cv} disabled />,
        'long text': (
          <OneFile
            label="CV"
            look="document"
            accept=".pdf"
            start={sampleFile(`${long}.pdf`, 'application/pdf')}
          />
        ),
        Urdu: (
          <OneFile
            label="CV"
            look="document"
            accept=".pdf"
            start={sampleFile(`${urdu}.pdf`, 'application/pdf')}
          />
        ),
      },
    },
    {
      name: 'FilesField',
      file: 'fields/FilesField.tsx',
      about:
        'Several images in an order, beside those that are stored. Each that is refused is told of by name.',
      wide: true,
      states: {
        'stored, and to be changed': <Images />,
        empty: (
          <FilesField label="Pictures" files={[]} onChange={nothing} max={4} hint="The first is the cover" />
        ),
        'full, one is being removed': (
          <FilesField
            label="Pictures of a full project"
            files={[]}
            onChange={nothing}
            max={2}
            stored={stored}
            removingId={2}
            removedForGood={[1]}
            onRemoveStored={nothing}
          />
        ),
        error: (
          <FilesField label="Pictures" files={[]} onChange={nothing} max={4} error="Please add an image" />
        ),
        disabled: (
          <FilesField
            label="Pictures"
            files={[]}
            onChange={nothing}
            max={4}
            stored={stored}
            onRemoveStored={nothing}
            disabled
          />
        ),
      },
    },
    {
      name: 'VideoField',
      file: 'fields/VideoField.tsx',
      about: 'One video, played before it is sent.',
      wide: true,
      states: {
        empty: <OneVideo />,
        'chosen, cannot be played here': <OneVideo start={reel} />,
        'stored, will be removed': <OneVideo storedUrl="/stored.mp4" storedRemoved />,
        error: <OneVideo error="Please choose a video" />,
        disabled: <OneVideo disabled />,
      },
    },
  ],
};

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
      onRemoveStored={(id) => setTimeout(() => setThere((all) => all.filter((one) => one.id !== id)))}
    />
  );
}

type OneFileProps = Omit<React.ComponentProps<typeof FileField>, 'file' | 'onSelect'> & { start?: File };

function OneFile({ start, ...rest }: OneFileProps) {
  return (
    <Stateful<File | undefined> start={start}>
      {(file, onSelect) => <FileField {...rest} file={file} onSelect={onSelect} />}
    </Stateful>
  );
}

type OneVideoProps = Omit<React.ComponentProps<typeof VideoField>, 'label' | 'file' | 'onSelect'> & {
  start?: File;
};

function OneVideo({ start, storedRemoved = false, ...rest }: OneVideoProps) {
  const [removed, setRemoved] = useState(storedRemoved);
  return (
    <Stateful<File | undefined> start={start}>
      {(file, onSelect) => (
        <VideoField
          {...rest}
          label="Video"
          file={file}
          onSelect={onSelect}
          storedRemoved={removed}
          onRemoveStored={setRemoved}
        />
      )}
    </Stateful>
  );
}
