import { type ComponentProps, useContext } from 'react';
import { hasSizes, type ImageWidth, srcSetOf } from '#shared/images.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { SiteInfoContext } from '../site-info.ts';
import { namedWidths } from './breakpoints.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'loading' | 'fetchPriority'> {
  src: string;
  /** How wide it stands, in words of CSS: the browser takes the smallest file that is sharp there. */
  sizes: string;
  /** The widest file that can be of use there. */
  largest?: ImageWidth;
  /** Shows the whole picture instead of filling its place. */
  whole?: boolean;
  /** The picture that a page opens with is fetched at once and first; all others when they come near. */
  eager?: boolean;
  /** What its library knows of it (docs/product.md §23): an alternative text goes before `alt`, and the focal point stays in sight. */
  details?: readonly PictureDetail[] | undefined;
}

/** How wide pictures stand that fill the window on a phone, and this share of it beside others. */
export function widthsBeside(share: number): string {
  return `${namedWidths['below-md']} 100vw, ${share}vw`;
}

/**
 * A picture in the width in which it is shown, if it is one of our media; any other as it is. `src` stays the original, for whoever
 * reads no `srcset`. Its place has its size before it is there: the styles of whoever shows it say so.
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
  // In the middle every picture stands by itself.
  const focus = point !== '50% 50%' && point;
  const { media = [], placeholderOf } = useContext(SiteInfoContext) ?? {};
  // Those further down are fetched before somebody gets there, and every page would carry the pixels of all of them.
  const placeholder = eager ? placeholderOf?.(src) : undefined;
  const sized = hasSizes(src, media) && { sizes, srcSet: srcSetOf(src, largest) };
  return (
    <img
      // Ahead of the addresses: WebKit begins with what it has when it reads them.
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      {...sized}
      src={src}
      alt={detail?.alt || alt}
      {...rest}
      // The server knows blurred pixels that the browser does not: they stay until the picture lies on them.
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
