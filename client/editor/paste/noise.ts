import { isAllowedImage } from '#shared/html-policy.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import { unwrap } from './dom.ts';

/** Selector of elements that are removed together with their content. */
const unread =
  'noscript, template, xml, object, embed, applet, svg, math, canvas, audio, video, button, input, select, textarea, ' +
  'dialog, map, [hidden]';

/**
 * Removes content that was not visible in the source: styles, scripts, controls, hidden parts and comments, including
 * Word's conditional comments. Office's own elements (`o:p`, smart tags) lose their tags but not their text.
 */
export function dropNoise(doc: Document): void {
  for (const element of doc.body.querySelectorAll(unread)) element.remove();
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { display, visibility } = element.style;
    const hidden = display === 'none' || visibility === 'hidden';
    if (hidden || /\bmso-hide\s*:\s*all/i.test(element.getAttribute('style') ?? '')) element.remove();
  }
  for (const element of doc.body.querySelectorAll('*')) {
    if (element.localName.includes(':')) unwrap(element);
  }
  const comments = doc.createTreeWalker(doc.body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.parentNode?.removeChild(comment);
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

/**
 * Removes images from other sites, because our page would not show them. Must run before empty lines are removed.
 * Returns true if a visible image was removed; tracking pixels in mails do not count.
 */
export function dropForeignImages(doc: Document): boolean {
  let lost = false;
  for (const image of doc.body.querySelectorAll('img')) {
    const address = ownPath(image.getAttribute('src') ?? '');
    if (isAllowedImage(address)) image.setAttribute('src', address);
    else {
      lost ||= !isCounter(image);
      image.remove();
    }
  }
  return lost;
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
