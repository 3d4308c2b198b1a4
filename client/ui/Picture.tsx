import { type ComponentProps, useContext } from 'react';
import { hasSizes, type ImageWidth, srcSetOf } from '#shared/images.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { SiteInfoContext } from '../site-info.ts';
import { namedWidths } from './breakpoints.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'loading' | 'fetchPriority'> {
  src: string;
  /** Displayed width, as the CSS `sizes`: the browser loads the smallest file that is sharp at this width. */
  sizes: string;
  /** The widest useful file. */
  largest?: ImageWidth;
  /** Shows the whole picture instead of filling its place. */
  whole?: boolean;
  /**
   * True for the first picture of a page: fetched immediately and first; all others are fetched when they come near.
   */
  eager?: boolean;
  /**
   * Details from the library (docs/product.md §23): an alternative text takes precedence over `alt`, and the focal
   * point stays visible.
   */
  details?: readonly PictureDetail[] | undefined;
}

/**
 * Returns the `sizes` of pictures that fill the window on a phone; on wider windows each takes this percentage, next
 * to others.
 */
export function widthsBeside(share: number): string {
  return `${namedWidths['below-md']} 100vw, ${share}vw`;
}

/**
 * A picture in its displayed width, if it is one of our media; any other picture is unchanged. `src` stays the
 * original, for clients that ignore `srcset`. The caller's styles must reserve its space before it is loaded.
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
  // The middle is the default position.
  const focus = point !== '50% 50%' && point;
  const { media = [], placeholderOf } = useContext(SiteInfoContext) ?? {};
  // Other pictures are fetched before the visitor gets there, and every page would carry the pixels of all
  // placeholders.
  const placeholder = eager ? placeholderOf?.(src) : undefined;
  const sized = hasSizes(src, media) && { sizes, srcSet: srcSetOf(src, largest) };
  return (
    <img
      // Before the addresses: WebKit starts to load with the attributes that it has when it reads them.
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      {...sized}
      src={src}
      alt={detail?.alt || alt}
      {...rest}
      // Only the server has the blurred pixels: they stay until the picture covers them.
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
