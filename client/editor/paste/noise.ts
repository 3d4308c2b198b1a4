import { isAllowedFrame, isAllowedImage } from '#shared/html-policy.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { unwrap } from './dom.ts';

/** Selector of elements that are removed together with their content. */
const unread =
  'noscript, template, xml, object, embed, applet, svg, math, canvas, audio, video, button, input, select, textarea, ' +
  'dialog, map, [hidden]';

/**
 * Removes content that was not visible in the source: styles, scripts, controls and hidden parts. The editor itself
 * reads neither comments nor the tags of Office's own elements.
 */
export function dropNoise(doc: Document): void {
  for (const element of doc.body.querySelectorAll(unread)) element.remove();
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { display, visibility } = element.style;
    const hidden = display === 'none' || visibility === 'hidden';
    if (hidden || /\bmso-hide\s*:\s*all/i.test(element.getAttribute('style') ?? '')) element.remove();
  }
}

/**
 * Unwraps the `<b>` with a normal font weight that Google Docs puts around everything. When its style is removed, the
 * whole text would be bold.
 */
export function dropFalseMarks(doc: Document): void {
  for (const bold of doc.body.querySelectorAll<HTMLElement>('b, strong')) {
    if (/^(normal|lighter|[1-5]00)$/.test(bold.style.fontWeight)) unwrap(bold);
  }
  for (const italic of doc.body.querySelectorAll<HTMLElement>('i, em')) {
    if (italic.style.fontStyle === 'normal') unwrap(italic);
  }
}

/** The images and videos of a pasted text, and those of them that were left out. */
export interface PastedMedia {
  hasImage: boolean;
  hasVideo: boolean;
  /** True if a visible image was left out. */
  lostImage: boolean;
  lostVideo: boolean;
}

/**
 * Removes images from other sites and videos of other hosts, because our page would not show them. Must run before
 * empty lines are removed. Tracking pixels in mails do not count as images.
 */
export function dropForeignMedia({ body }: Document): PastedMedia {
  const media: PastedMedia = { hasImage: false, hasVideo: false, lostImage: false, lostVideo: false };
  for (const image of body.querySelectorAll('img')) {
    const address = ownPath(image.getAttribute('src') ?? '');
    const isCounted = isCounter(image);
    media.hasImage ||= !isCounted;
    if (isAllowedImage(address)) image.setAttribute('src', address);
    else {
      media.lostImage ||= !isCounted;
      image.remove();
    }
  }
  for (const video of body.querySelectorAll('iframe')) {
    const address = video.getAttribute('src') ?? '';
    const embed = isAllowedFrame(address) ? address : videoEmbedAddress(address);
    media.hasVideo = true;
    if (embed) video.setAttribute('src', embed);
    else {
      media.lostVideo = true;
      video.remove();
    }
  }
  return media;
}

/** Returns a URL of this site as a path, and any other URL unchanged. */
function ownPath(address: string): string {
  const url = parseUrl(address);
  return url?.origin === location.origin ? url.pathname + url.search : address;
}

function isCounter(image: HTMLImageElement): boolean {
  const { display, width } = image.style;
  return display === 'none' || /^[01]$/.test(image.getAttribute('width') ?? '') || /^[01]px$/.test(width);
}
