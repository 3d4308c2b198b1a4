/**
 * True when rich text says nothing: no word, no image, no video. An editor that was emptied leaves `<p><br></p>`, which
 * is text of no words; an image or a video alone is content. One pass, whatever the text holds: it may be 25 MiB of
 * anything.
 */
export function isEmptyRichText(html: string): boolean {
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    const text = html.slice(from, open === -1 ? undefined : open);
    if (hasWords(text)) return false;
    if (open === -1) return true;
    if (/^<(img|iframe)[\s/>]/i.test(html.slice(open, open + 8))) return false;
    const close = html.indexOf('>', open);
    if (close === -1) return true;
    from = close + 1;
  }
  return true;
}

/** Spaces as HTML writes them, and the marks of no width that editors leave behind, are no words. */
function hasWords(text: string): boolean {
  return text !== '' && /[^\s\u200B-\u200D\u2060]/.test(text.replace(/&(nbsp|#160|#xa0);/gi, ' '));
}
