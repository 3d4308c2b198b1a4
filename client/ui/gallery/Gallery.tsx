import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { frame } from '#shared/words/en/frame.ts';
import { work } from '#shared/words/en/work.ts';
import type { Words } from '#shared/words/words.ts';
import { useWords } from '../../words.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { icon } from '../icon.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '../icons.tsx';
import { useModal } from '../use-modal.ts';
import { WrittenText } from '../WrittenText.tsx';
import { Artwork } from './Artwork.tsx';
import styles from './Gallery.module.css';
import { useUpright } from './upright.ts';

/** Icon of four corners that point outwards. */
const EnlargeIcon = icon('EnlargeIcon', 'M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12');

interface GalleryProps {
  images: readonly GalleryImage[];
  /** Details of the images from the library. An alternative text in them replaces the generated name of the image. */
  details?: readonly PictureDetail[];
  /** Subject of the images. It is a part of the generated name of each image. */
  title: string;
  /** Seed of the pattern that is shown if an image is missing. */
  seed: string;
  transitionName?: string;
}

/**
 * Shows images one at a time. A wide image is cropped around its focal point to fill the row; an upright or square one
 * is shown whole. A person moves between them by swiping, by thumbnails or by arrow keys, and can enlarge each to the
 * window, where it is shown whole.
 */
export function Gallery({ images, details, title, seed, transitionName }: GalleryProps) {
  const words = useWords(work);
  const stage = useStage();
  const { isUpright, onLoad } = useUpright(stage.ref);
  const [large, setLarge] = useState(false);
  const strip = useRef<HTMLUListElement>(null);
  const enlarge = useRef<HTMLButtonElement>(null);
  const count = images.length;
  const { current } = stage;

  if (count === 0) {
    return (
      <div className={styles.frame}>
        <Artwork src={null} alt="" seed={seed} sizes="100vw" transitionName={transitionName} />
      </div>
    );
  }

  const open = () => {
    // Focuses this button before the dialog opens, because a closing dialog returns the focus to the element that had
    // it before. A slide may have moved by then, while this button stays in place.
    enlarge.current?.focus({ preventScroll: true });
    setLarge(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = indexByKey(event, current, count);
    if (wanted === undefined || count === 1) return;
    event.preventDefault();
    stage.show(wanted);
    if (strip.current?.contains(document.activeElement)) {
      strip.current.querySelectorAll('button')[wanted]?.focus({ preventScroll: true });
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys come here from the controls inside
    <div className={styles.gallery} onKeyDown={onKeyDown}>
      <div className={styles.frame}>
        <ul
          ref={stage.ref}
          className={styles.stage}
          aria-label={words('gallery.images', { title })}
          tabIndex={count > 1 ? 0 : undefined}
          onLoadCapture={onLoad}
          {...stage.handlers}
        >
          {images.map(({ id, image }, at) => (
            <li key={id} className={styles.slide}>
              <Artwork
                whole={isUpright(image)}
                src={image}
                alt={imageName(title, at, count, words)}
                details={details}
                seed={`${seed}-${at}`}
                sizes="100vw"
                eager={at === 0}
                transitionName={at === current ? transitionName : undefined}
              />
              <button
                className={styles.opener}
                type="button"
                tabIndex={-1}
                aria-label={words('gallery.enlarge', { image: imageName(title, at, count, words) })}
                onClick={open}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className={classNames(styles.bar, count === 1 && styles.corner)}>
        {count > 1 && (
          <Thumbnails
            ref={strip}
            images={images}
            details={details}
            title={title}
            current={current}
            onChoose={stage.show}
          />
        )}
        <div className={styles.controls}>
          {count > 1 && (
            <>
              <p className={styles.count} aria-live="polite">
                {words('gallery.at', { at: current + 1, count })}
              </p>
              <Steps current={current} count={count} onShow={stage.show} />
            </>
          )}
          <IconButton ref={enlarge} label={words('gallery.enlargeThis')} onClick={open}>
            <EnlargeIcon />
          </IconButton>
        </div>
      </div>
      {large && (
        <Lightbox
          images={images}
          details={details}
          title={title}
          seed={seed}
          current={current}
          onShow={stage.show}
          onClose={() => setLarge(false)}
        />
      )}
    </div>
  );
}

interface ThumbnailsProps extends Pick<GalleryProps, 'images' | 'details'> {
  title: string;
  current: number;
  onChoose: (index: number) => void;
  ref: Ref<HTMLUListElement>;
}

/** Thumbnails of all images, as buttons that choose one. */
function Thumbnails({ images, details, title, current, onChoose, ref }: ThumbnailsProps) {
  const words = useWords(work);
  return (
    <ul ref={ref} className={styles.strip} aria-label={words('gallery.choose', { title })}>
      {images.map(({ id, image }, at) => (
        <li key={id}>
          <button
            className={styles.thumbnail}
            type="button"
            aria-label={words('gallery.show', { at: at + 1, count: images.length })}
            aria-current={at === current ? 'true' : undefined}
            onClick={() => onChoose(at)}
          >
            <Artwork
              src={image}
              alt=""
              details={details}
              seed={`thumbnail-${id}`}
              sizes="5rem"
              largest={320}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

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
function Steps({ current, count, onShow }: Pick<LightboxProps, 'current' | 'onShow'> & { count: number }) {
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

/** One image of a gallery; `image` is a URL under our origin. */
interface GalleryImage {
  id: Id;
  image: string;
}

/**
 * A row of slides that scrolls sideways. Each slide is as wide as the row. A finger, a wheel and the buttons all
 * scroll the row itself, so a person can scroll it before the scripts are running. When the row's width changes (a
 * resized window, a turned phone), the row is scrolled to its current slide again, because the browser's own position
 * would show two halves of slides.
 */
function useStage() {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /**
   * Index of the slide to which a button is scrolling; undefined if none. Slides that are passed on the way do not
   * become current.
   */
  const target = useRef<number>(undefined);
  /**
   * Width of the row at which `current` was read; 0 until then. A scroll event at any other width was caused by the
   * browser and not by a person.
   */
  const width = useRef(0);
  const letGo = () => {
    target.current = undefined;
  };

  const measure = useEffectEvent((row: HTMLElement) => {
    const before = width.current;
    width.current = widthOf(row);
    if (width.current === before || width.current === 0) return;
    // The row may have been scrolled before the scripts were running, so the current slide is read from it.
    if (before === 0) setCurrent(slideAt(row));
    else {
      letGo();
      row.scrollTo({ left: leftOf(row, current), behavior: 'instant' });
    }
  });
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const sizes = new ResizeObserver(() => measure(row));
    sizes.observe(row);
    return () => sizes.disconnect();
  }, []);

  return {
    ref,
    /** Index of the slide that is shown, or to which the row is scrolling. */
    current,
    show(index: number) {
      setCurrent(index);
      const row = ref.current;
      if (!row) return;
      target.current = isAt(row, index) ? undefined : index;
      row.scrollTo({ left: leftOf(row, index) });
    },
    /** Handlers of the element that scrolls. */
    handlers: {
      onScroll() {
        const row = ref.current;
        if (!row || widthOf(row) !== width.current || width.current === 0) return;
        if (target.current === undefined) setCurrent(slideAt(row));
        else if (isAt(row, target.current)) letGo();
      },
      onPointerDown: letGo,
      onWheel: letGo,
    },
  };
}

function slideAt(row: HTMLElement) {
  return Math.round(Math.abs(row.scrollLeft) / widthOf(row));
}

function isAt(row: HTMLElement, index: number) {
  return Math.abs(row.scrollLeft - leftOf(row, index)) < 2;
}

/** Returns the scroll position of a slide. It is negative in a right-to-left row. */
function leftOf(row: HTMLElement, index: number) {
  return index * widthOf(row) * (readsLeftwards(row) ? -1 : 1);
}

/** Not `clientWidth`, which is rounded: the error would add up over a dozen slides. */
function widthOf(row: HTMLElement) {
  return row.getBoundingClientRect().width;
}

function readsLeftwards(element: Element) {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * Returns the name of an image of a gallery: for the first image the title alone, for the others the title with a
 * number.
 */
function imageName(title: string, index: number, count: number, words: Words<typeof work>) {
  return index === 0 ? title : words('gallery.image', { title, at: index + 1, count });
}

/**
 * Returns the index of the image to which a key leads; undefined for other keys. The last image does not lead to the
 * first one. The arrow keys follow the positions on the screen: in right-to-left text the next image is on the left.
 */
function indexByKey(event: KeyboardEvent, current: number, count: number) {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return undefined;
  const onwards = readsLeftwards(event.currentTarget) ? -1 : 1;
  const wanted = new Map([
    ['ArrowLeft', current - onwards],
    ['ArrowRight', current + onwards],
    ['Home', 0],
    ['End', count - 1],
  ]).get(event.key);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}
