import { lazy, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { type OpenTool, PictureDialogs, type PictureTools } from '../../../ui/fields/PictureDialogs.tsx';
import { useObjectUrl } from '../../../ui/fields/use-object-url.ts';
import { CropIcon, ImageIcon } from '../../../ui/icons.tsx';
import { useMay } from '../access.tsx';
import styles from './FileTools.module.css';

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

interface VideoPreviewProps {
  /** The video that was chosen. */
  file: File | undefined;
  /** URL of the stored video. */
  stored: string | undefined;
}

/** Plays the chosen video, or the stored one. */
export function VideoPreview({ file, stored }: VideoPreviewProps) {
  const chosen = useObjectUrl(file);
  const url = file ? chosen : stored;
  return url && <Player key={url} url={url} isNew={file !== undefined} />;
}

/**
 * Some browsers cannot play every accepted video, e.g. a QuickTime film. The file is valid nevertheless, so only a text
 * is shown instead of the player.
 */
function Player({ url, isNew }: { url: string; isNew: boolean }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <p className={styles.unseen} role="status">
        {isNew
          ? 'This browser cannot play this video, but you can still save it.'
          : 'The stored video cannot be played here.'}
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a person has just chosen has no captions yet
    <video
      className={styles.video}
      src={url}
      controls
      preload="metadata"
      playsInline
      aria-label="Preview"
      onError={() => setFailed(true)}
    />
  );
}
