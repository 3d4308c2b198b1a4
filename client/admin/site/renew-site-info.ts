import { announceSiteInfo, readSiteInfo } from '../../site-info.ts';

/**
 * Reads the company again after an owner has changed it, so that this tab shows its new name, logo, texts and colours
 * without a reload. If the read fails, the tab shows the earlier company until it is reloaded.
 */
export async function renewSiteInfo(): Promise<void> {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const info = readSiteInfo(next);
    takeColors(next);
    announceSiteInfo(info);
  } catch (error) {
    console.warn('The changed company could not be read.', error);
  }
}

/** Replaces the colours of the company, which are custom properties of the root element. */
function takeColors(next: Document): void {
  const [mine, theirs] = [document.documentElement.style, next.documentElement.style];
  for (const name of [...mine].filter((each) => each.startsWith('--brand-'))) mine.removeProperty(name);
  for (const name of theirs) mine.setProperty(name, theirs.getPropertyValue(name));
}
