import { useState } from 'react';
import { FileField } from '../../../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../../../client/ui/fields/FilesField.tsx';

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;

/** Fields for files; a stored image goes away a moment after it was asked for, as it does on a server. */
export function Files() {
  const [files, setFiles] = useState<File[]>([]);
  const [stored, setStored] = useState([{ id: 1, url: picture, name: 'stored.png' }]);
  const [cv, setCv] = useState<File>();
  return (
    <>
      <FilesField
        label="Images"
        files={files}
        onChange={setFiles}
        max={4}
        stored={stored}
        onRemoveStored={(id) => setTimeout(() => setStored((all) => all.filter((one) => one.id !== id)))}
      />
      <FileField label="CV" look="document" accept=".pdf" file={cv} onSelect={setCv} />
    </>
  );
}
