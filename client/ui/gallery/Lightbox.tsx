import { type KeyboardEvent, useRef } from 'react';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { frame } from '#shared/words/en/frame.ts';
import { work } from '#shared/words/en/work.ts';
import { useWords } from '../../words.ts';
import { IconButton } from '../IconButton.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../icons.tsx';
import { useModal } from '../use-modal.ts';
import { WrittenText } from '../WrittenText.tsx';
import { Artwork } from './Artwork.tsx';
import styles from './Gallery.module.css';
import { type GalleryImage, imageName, indexByKey } from './use-stage.ts';

interface LightboxProps {
  images: readonly GalleryImage[];
  details?: readonly PictureDetail[];
  title: string;
  seed: string;
  current: number;
  onShow: (index: number) => void;
  onClose: () => void;
}

/**
 * One image as large as the window, on a dark background in both themes. The arrow keys move to the previous and the
 * next image, Escape closes the dialog.
 */
export function Lightbox({ images, details, title, seed, current, onShow, onClose }: LightboxProps) {
  const frameWords = useWords(frame);
  const words = useWords(work);
  const dialog = useRef<HTMLDialogElement>(null);
  useModal({ dialog, open: true, dismissable: true, onClose });
  const count = images.length;
  const shown = images[current];
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = indexByKey(event, current, count);
    if (wanted === undefined) return;
    // The gallery behind this dialog also listens to this key, and would move by one more image.
    event.stopPropagation();
    event.preventDefault();
    onShow(wanted);
  };
  return (
    <dialog ref={dialog} className={styles.box} data-theme="dark" aria-label={title} onKeyDown={onKeyDown}>
      <div className={styles.boxHead}>
        <WrittenText className="oneLine strong grow">{title}</WrittenText>
        {count > 1 && (
          <p className="note digits" aria-live="polite">
            {words('gallery.at', { at: current + 1, count })}
          </p>
        )}
        <IconButton label={frameWords('state.close')} onClick={onClose} data-focus-first>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={styles.ground}>
        <Artwork
          key={shown?.id}
          className={styles.boxImage}
          src={shown?.image}
          alt={imageName(title, current, count, words)}
          details={details}
          seed={`${seed}-${current}`}
          sizes="100vw"
          eager
          whole
        />
      </div>
      {count > 1 && (
        <div className={styles.steps}>
          <Steps current={current} count={count} onShow={onShow} />
        </div>
      )}
    </dialog>
  );
}

/**
 * Buttons for the previous and the next image. At the ends they can still be focused, because a button that disappears
 * when it is pressed would lose the focus.
 */
export function Steps({
  current,
  count,
  onShow,
}: Pick<LightboxProps, 'current' | 'onShow'> & { count: number }) {
  const words = useWords(work);
  return (
    <>
      <IconButton
        label={words('gallery.previous')}
        aria-disabled={current === 0 || undefined}
        onClick={() => onShow(current - 1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <IconButton
        label={words('gallery.next')}
        aria-disabled={current === count - 1 || undefined}
        onClick={() => onShow(current + 1)}
      >
        <ChevronRightIcon />
      </IconButton>
    </>
  );
}
