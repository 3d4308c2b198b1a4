import { isAllowedImage } from '#shared/html-policy.ts';
import { parseUrl } from '#shared/ponyfills.ts';

/**
 * Takes out images whose address the reader's page would not show, before the lines that they leave empty are looked for.
 * True when one was there to be seen: the pixels that mails count their readers by are not. Images of our own site stay.
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

/** The path of an address of this site; any other address as it is. */
function ownPath(address: string): string {
  const url = parseUrl(address);
  return url?.origin === location.origin ? url.pathname + url.search : address;
}

function isCounter(image: HTMLImageElement): boolean {
  const { display, width } = image.style;
  return display === 'none' || /^[01]$/.test(image.getAttribute('width') ?? '') || /^[01]px$/.test(width);
}
