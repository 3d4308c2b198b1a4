import { useState } from 'react';
import { useObjectUrl } from '../../ui/fields/use-object-url.ts';
import styles from './VideoPreview.module.css';

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
