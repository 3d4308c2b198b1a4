import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { type OpenTool, PictureDialogs } from '../../../ui/fields/PictureDialogs.tsx';
import { CropIcon, ImageIcon } from '../../../ui/icons.tsx';
import { usePictureTools } from './use-picture-tools.ts';

interface PictureActionsProps {
  /** The chosen file, for cropping. Left out if the form has its own dialog for cropping. */
  file?: File | null;
  onSelect: (file: File | undefined) => void;
  disabled?: boolean;
}

/** Buttons below the field of one picture: choose from the library, and crop the chosen file. */
export function PictureActions({ file, onSelect, disabled }: PictureActionsProps) {
  const tools = usePictureTools();
  const [open, setOpen] = useState<OpenTool>();
  if (!tools.Library && !file) return null;
  return (
    <div className="row2">
      {tools.Library && (
        <Button variant="quiet" onClick={() => setOpen('library')} disabled={disabled}>
          <ImageIcon /> Choose from the library
        </Button>
      )}
      {file && (
        <Button variant="quiet" onClick={() => setOpen(file)} disabled={disabled}>
          <CropIcon /> Crop
        </Button>
      )}
      <PictureDialogs
        tools={tools}
        open={open}
        max={1}
        onChoose={([chosen]) => onSelect(chosen)}
        onCrop={(_file, cut) => onSelect(cut)}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}
