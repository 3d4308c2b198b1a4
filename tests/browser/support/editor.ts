import type { Locator } from '@playwright/test';

/** Data that a user pastes or drops. Files are as in the clipboard: name, type, bytes. */
export interface Transfer {
  html?: string;
  text?: string;
  files?: { name: string; mimeType: string; buffer: Buffer }[];
}

/** Pastes into the editing area as the browser does: with an event that carries the clipboard. */
export function paste(area: Locator, transfer: Transfer) {
  return send(area, transfer, 'paste');
}

/** Drops onto the middle of the element. */
export function drop(target: Locator, transfer: Transfer) {
  return send(target, transfer, 'drop');
}

async function send(target: Locator, { html, text, files = [] }: Transfer, kind: 'paste' | 'drop') {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }));
  await target.evaluate(
    (element, content) => {
      const data = new DataTransfer();
      if (content.html !== undefined) data.setData('text/html', content.html);
      if (content.text !== undefined) data.setData('text/plain', content.text);
      for (const { name, mimeType, base64 } of content.files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const manners = { bubbles: true, cancelable: true };
      if (content.kind === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...manners, clipboardData: data }));
        return;
      }
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = { clientX: x + width / 2, clientY: y + height / 2, dataTransfer: data };
      element.dispatchEvent(new DragEvent('dragover', { ...manners, ...at }));
      element.dispatchEvent(new DragEvent('drop', { ...manners, ...at }));
    },
    { html, text, files: sent, kind },
  );
}

/** Returns the lines of text in the editor, without elements that exist only for editing. */
export function lines(area: Locator) {
  return area.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const mark of copy.querySelectorAll('.ql-ui, .ql-cursor')) mark.remove();
    return [...copy.children].flatMap((line) =>
      line.localName === 'ol' ? [...line.children].map((item) => item.outerHTML) : [line.outerHTML],
    );
  });
}

/** Returns the images of the text: address, and the size of the decoded image. */
export function imagesOf(area: Locator) {
  return area.evaluate((element) =>
    Promise.all(
      [...element.querySelectorAll('img')].map(async (image) => {
        await image.decode();
        return { src: image.src, width: image.naturalWidth, height: image.naturalHeight };
      }),
    ),
  );
}
