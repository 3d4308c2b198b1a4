import { useRef, useState } from 'react';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Project } from '#shared/schemas/project.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './ProjectVideo.module.css';

/**
 * The video of a project: its first image stands there until somebody wants to see it, and not a byte of the video is
 * fetched before.
 */
export function ProjectVideo({ project }: { project: Pick<Project, 'title' | 'video' | 'images'> }) {
  const player = useRef<HTMLVideoElement>(null);
  const [started, setStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  const { title, video, images } = project;
  const poster = images[0]?.image;
  if (!video || !isOwnPath(video)) return null;
  return (
    <section className={styles.video} aria-label="Video">
      <div className={styles.frame}>
        {/* biome-ignore lint/a11y/useMediaCaption: the product has no captions to a video (docs/product.md §3) */}
        <video
          ref={player}
          className={styles.player}
          src={video}
          poster={poster && isAllowedImage(poster) ? poster : undefined}
          aria-label={`Video of ${title}`}
          preload="none"
          controls
          playsInline
          onPlay={() => setStarted(true)}
          onError={() => setFailed(true)}
        />
        {!started && !failed && (
          <button
            className={styles.play}
            type="button"
            onClick={() => {
              player.current?.focus();
              // Refused or failed: the player's own controls and `onError` say so.
              player.current?.play().catch(() => {});
            }}
          >
            <svg width={22} height={22} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
              <path d="M4.5 2.5v15l13-7.5z" />
            </svg>
            Play the video
          </button>
        )}
      </div>
      {failed && (
        <Notice>
          This browser cannot play the video. <a href={video}>Open the file</a> to see it elsewhere.
        </Notice>
      )}
    </section>
  );
}

/** The CSP plays media of our own origin only (docs/architecture.md §5). */
function isOwnPath(address: string): boolean {
  return isAllowedImage(address) && address.startsWith('/');
}
