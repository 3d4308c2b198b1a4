import { type ComponentProps, useContext, useState } from 'react';
import { hasSizes, type ImageWidth, srcSetOf } from '#shared/images.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { SiteInfoContext } from '../site-info.ts';
import { namedWidths } from './breakpoints.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'loading' | 'fetchPriority'> {
  src: string;
  /**
   * Width at which the picture is displayed, as a value of the `sizes` attribute. The browser loads the smallest file
   * that is sharp at this width.
   */
  sizes: string;
  /** Width of the largest file that is offered to the browser. */
  largest?: ImageWidth;
  /** True if the whole picture is shown. Otherwise it is cropped to fill the element. */
  whole?: boolean;
  /**
   * True for the first picture of a page, which is fetched immediately and with high priority. Other pictures are
   * fetched when they come near the window.
   */
  eager?: boolean;
  /**
   * Details from the library of pictures (docs/product.md §23). An alternative text in them replaces `alt`, and the
   * focal point stays visible when the picture is cropped.
   */
  details?: readonly PictureDetail[];
}

/**
 * Returns the `sizes` of pictures that are as wide as the window on a phone. In wider windows, where pictures are
 * side by side, each takes this percentage of the window's width.
 */
export function widthsBeside(share: number) {
  return `${namedWidths['below-md']} 100vw, ${share}vw`;
}

/**
 * Returns the file in which the page that is being left shows this picture, usually a smaller one, so that the next
 * page shows it until its own file is loaded.
 */
function loadedFileOf(src: string) {
  if (typeof document === 'undefined') return undefined;
  const shown = [...document.images].find(
    (image) => image.getAttribute('src') === src && image.naturalWidth > 0,
  );
  // In quotes, because a file name may contain brackets.
  return shown && JSON.stringify(shown.currentSrc);
}

/**
 * A picture that the browser loads at the size at which it is displayed, if it is one of our media. Other pictures
 * have a single file. `src` is always the original, for software that ignores `srcset`. The caller's styles must
 * reserve the space of the picture before it is loaded.
 */
export function Picture({
  src,
  sizes,
  largest = 1920,
  eager = false,
  whole = false,
  alt,
  details,
  style,
  ...rest
}: PictureProps) {
  const detail = details?.find(({ image }) => image === src);
  const point = detail && !whole && `${detail.focus_x}% ${detail.focus_y}%`;
  // The middle is the default position, so it needs no style.
  const focus = point !== '50% 50%' && point;
  const { media = [], placeholderOf } = useContext(SiteInfoContext) ?? {};
  // Only the first picture gets a placeholder. The others are fetched before the visitor reaches them, and the
  // placeholders of all pictures would make every page larger.
  const [loaded] = useState(() => (eager ? loadedFileOf(src) : undefined));
  const placeholder = eager ? (placeholderOf?.(src) ?? loaded) : undefined;
  const sized = hasSizes(src, media) && { sizes, srcSet: srcSetOf(src, largest) };
  return (
    <img
      // `loading` must come before `src` and `srcSet`, because WebKit starts to load as soon as it reads a URL, with
      // the attributes read so far.
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      {...sized}
      src={src}
      alt={detail?.alt || alt}
      {...rest}
      // Only the server has the blurred placeholder, so the style differs in the browser. The placeholder stays in
      // place until the picture covers it.
      suppressHydrationWarning
      style={{
        ...style,
        objectPosition: focus || undefined,
        ...(placeholder && {
          background: `url(${placeholder}) ${focus || 'center'}/${whole ? 'contain no-repeat' : 'cover'}`,
        }),
      }}
    />
  );
}
