import { type DeltaStatic, Quill, type RangeStatic } from 'react-quill';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { dataFile } from '../inline-image.ts';
import { type Cleaned, cleanPasted, markAsOwnHtml, withUnwrappedLinks } from '../paste/clean-pasted.ts';
import { parsePasted, rename } from '../paste/dom.ts';
import type { PastedMedia } from '../paste/passes.ts';
import { fitTables } from '../paste/tables.ts';
import { linkAddress } from '../typed-address.ts';
import { sendAreaEvent } from './area-events.ts';
import { writtenTables } from './editor-html.ts';
import { cellAt, headAttribute, insertVideo } from './formats.ts';
import type { ImageUploader } from './image-uploader.ts';
import { trackRange } from './text-range.ts';

interface Content {
  text?: string;
  html?: string;
}

interface ClipboardClass {
  new (
    quill: Quill,
    options: unknown,
  ): {
    quill: Quill;
    convert(content: Content, formats?: Record<string, unknown>): DeltaStatic;
    onCopy(range: RangeStatic, isCut: boolean): Content;
  };
}

const Clipboard = Quill.import('modules/clipboard') as unknown as ClipboardClass;

/** Quill's clipboard module, extended: pasted HTML is cleaned of what the source program has added (see `paste/`). */
export class PolicyClipboard extends Clipboard {
  /** Called by Quill's own listener. */
  onCapturePaste(event: ClipboardEvent) {
    const { quill } = this;
    const data = event.clipboardData;
    if (event.defaultPrevented || !quill.isEnabled() || !data) return;
    event.preventDefault();
    const range = quill.getSelection(true);
    if (!range) return;
    const html = data.getData('text/html');
    const plain = (data.getData('text/plain') || data.getData('text/uri-list')).replace(/\r\n?/g, '\n');
    const text = withUnwrappedLinks(plain);
    const cleaned = html ? cleanPasted(html, quill.root.dataset.title ?? '') : undefined;
    // The files are inserted only if the pasted HTML is missing or consists of a single image: browsers copy an image
    // both as HTML and as a file. Other HTML is preferred to the files, because Word adds a picture of the copied
    // text as a file.
    if (data.files.length > 0 && (!cleaned || cleaned.onlyImage)) this.uploader.upload(range, data.files);
    else if (!this.linkWords(range, text) && !this.embedVideo(range, text)) this.takeIn(range, text, cleaned);
  }

  private takeIn(range: RangeStatic, text: string, cleaned: Cleaned | undefined) {
    const { quill } = this;
    const hasImages = Boolean(quill.scroll.query('image'));
    if (cleaned) this.reportLost(cleaned, hasImages);
    if (cleaned && !cleaned.own && hasImages && /<img[^>]+src="data:/.test(cleaned.html)) {
      this.pasteWithImages(range, cleaned.html, text).catch(() => {
        sendAreaEvent(quill.root, 'rich-text-problem', messages['request.failed']);
      });
    } else this.put(range, { text, html: cleaned?.html ?? '' });
  }

  /** Reports what is left out, so that authors see the same as readers. Quill leaves out what the editor does not have. */
  private reportLost(media: PastedMedia, hasImages: boolean) {
    const { quill } = this;
    const report = (problem: string) => sendAreaEvent(quill.root, 'rich-text-problem', problem);
    if (!hasImages) {
      if (media.hasImage || media.hasVideo) report(deskMessages['editor.noMedia']);
      return;
    }
    if (media.lostImage) report(deskMessages['editor.droppedImage']);
    if (!quill.scroll.query('video')) {
      if (media.hasVideo) report(deskMessages['editor.noVideo']);
    } else if (media.lostVideo) report(deskMessages['editor.droppedVideo']);
  }

  override convert(content: Content, formats?: Record<string, unknown>): DeltaStatic {
    return super.convert({ ...content, html: fitted(content.html ?? '') }, formats);
  }

  override onCopy(range: RangeStatic, isCut: boolean): Content {
    const { text = '', html = '' } = super.onCopy(range, isCut);
    // A part of one cell is words, not a table.
    const { quill } = this;
    const isInCell = cellAt(quill, range.index) === cellAt(quill, range.index + range.length);
    const words = isInCell ? /<td[^>]*>(.*?)<\/td>/s.exec(html)?.[1] : undefined;
    return { text, html: markAsOwnHtml(words ?? writtenTables(html)) };
  }

  private get uploader() {
    return this.quill.uploader as unknown as ImageUploader;
  }

  private put(range: RangeStatic, content: Content) {
    const { quill } = this;
    const formats = quill.getFormat(range.index);
    const pasted = formats.table
      ? // A cell is one line.
        new Delta().insert(textOf(this.convert(content)))
      : this.convert(
          formats['code-block'] ? content : { ...content, text: withoutTabs(content.text) },
          formats,
        );
    const { change, end } = pasteChange(quill, range, pasted);
    quill.updateContents(change, 'user');
    quill.setSelection(end, 0, 'silent');
    quill.scrollSelectionIntoView();
  }

  /** Makes the selected words a link if a URL is pasted onto them. Returns true if it did. */
  private linkWords(range: RangeStatic, text: string) {
    const { quill } = this;
    const isAddress = /^(https?|mailto|tel):\S+$/.test(text.trim());
    if (range.length === 0 || !isAddress || !quill.scroll.query('link')) return false;
    const address = linkAddress(text);
    if (!address || quill.getFormat(range)['code-block']) return false;
    quill.formatText(range.index, range.length, 'link', address, 'user');
    quill.setSelection(range.index + range.length, 0, 'silent');
    return true;
  }

  /** Shows the video if its address is pasted alone on a plain line, as the toolbar does. Returns true if it did. */
  private embedVideo(range: RangeStatic, text: string) {
    const { quill } = this;
    const isAlone = range.length === 0 && isEmptyLine(quill, range) && /^https?:\S+$/.test(text.trim());
    const address = isAlone && quill.scroll.query('video') ? videoEmbedAddress(text) : undefined;
    if (!address || Object.keys(quill.getFormat(range)).length > 0) return false;
    insertVideo(quill, range, address);
    return true;
  }

  /**
   * Pastes HTML with inline images. The images are treated like files: large ones are scaled down, and those that
   * cannot be used are reported.
   */
  private async pasteWithImages(range: RangeStatic, html: string, text: string) {
    const doc = parsePasted(html);
    const images = [...doc.images].flatMap((image) => {
      const file = dataFile(image.getAttribute('src') ?? '');
      return file ? [{ image, file }] : [];
    });
    const target = trackRange(this.quill, range);
    try {
      const sources = await this.uploader.read(images.map(({ file }) => file));
      for (const [at, { image }] of images.entries()) {
        const source = sources[at];
        if (source) image.src = source;
        else image.remove();
      }
      this.put(target.current(), { text, html: doc.body.innerHTML });
    } finally {
      target.stop();
    }
  }
}

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/** Returns HTML with tables that the editor can show, and without styles, which the CSP would report. */
function fitted(html: string) {
  if (!/<(style|table)[\s>]/i.test(html)) return html;
  const doc = parsePasted(html);
  fitTables(doc);
  for (const head of doc.querySelectorAll('th')) rename(head, 'td').setAttribute(headAttribute, head.scope);
  return doc.body.innerHTML;
}

/** Outside of code, a page would show a tab as one space. */
function withoutTabs(text = '') {
  return text.replaceAll('\t', '    ');
}

/** Returns the words of a text as one line. */
function textOf({ ops }: DeltaStatic) {
  const words = ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
  return words.replace(/\s+/g, ' ').trim();
}

/**
 * Returns the change that replaces `range` by `pasted`, and the position of the cursor afterwards. Whole lines that
 * are pasted into an empty line replace this line, because an empty line would otherwise remain after them, or the
 * last pasted line would lose its format.
 */
function pasteChange(quill: Quill, range: RangeStatic, pasted: DeltaStatic) {
  const change = new Delta().retain(range.index).delete(range.length);
  const last = pasted.ops.at(-1);
  const endsLine = typeof last?.insert === 'string' && last.insert.endsWith('\n');
  const isLines = pasted.ops.some(({ insert }) => typeof insert === 'string' && insert.includes('\n'));
  // The line after a table stays, so that the text can go on there.
  if (!isLines || last?.attributes?.table || !isEmptyLine(quill, range)) {
    return { change: change.concat(pasted), end: range.index + pasted.length() };
  }
  const kept = endsLine ? pasted.slice(0, pasted.length() - 1) : pasted;
  const before = quill.getFormat(range.index + range.length);
  const none = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
  const format = { ...none, ...(endsLine ? last?.attributes : undefined) };
  return { change: change.concat(kept).retain(1, format), end: range.index + kept.length() };
}

/** Returns true if the line that contains the range would be empty without the range. */
function isEmptyLine(quill: Quill, { index, length }: RangeStatic) {
  const startsLine = index === 0 || quill.getText(index - 1, 1) === '\n';
  return startsLine && quill.getText(index + length, 1) === '\n';
}
