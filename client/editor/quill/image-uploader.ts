import { Quill, type RangeStatic } from 'react-quill';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { readInlineImage } from '../inline-image.ts';
import { sendAreaEvent } from './area-events.ts';
import { figureAt, insertFigures } from './formats.ts';
import { trackRange } from './text-range.ts';

interface UploaderClass {
  new (quill: Quill, options: unknown): { quill: Quill };
  DEFAULTS: Record<string, unknown>;
}

const Uploader = Quill.import('modules/uploader') as unknown as UploaderClass;

/**
 * Inserts images that are picked, pasted or dropped, between the paragraphs. They become part of the text and are not
 * uploaded (docs/product.md §2).
 */
export class ImageUploader extends Uploader {
  static override DEFAULTS = { ...Uploader.DEFAULTS, mimetypes: acceptedTypes.image };

  /** Number of images that are being read. */
  private adding = 0;

  /** Called by Quill on paste and drop. */
  upload(range: RangeStatic, files: ArrayLike<File>) {
    if (files.length === 0) return;
    this.insert(range, files, false);
  }

  /**
   * Inserts the accepted files, and reports why others were refused. The question for their descriptions takes the
   * focus if `takesFocus` is true.
   */
  insert(range: RangeStatic, files: ArrayLike<File>, takesFocus: boolean) {
    const { quill } = this;
    if (!quill.isEnabled()) return;
    if (!quill.scroll.query('figure')) this.refuse(deskMessages['editor.noMedia']);
    else this.add(range, files, takesFocus).catch(() => this.refuse(messages['request.failed']));
  }

  private async add(range: RangeStatic, files: ArrayLike<File>, takesFocus: boolean) {
    const { quill } = this;
    const target = trackRange(quill, range);
    try {
      const found = await this.read(Array.from(files));
      const sources = found.filter((source) => source !== undefined);
      if (sources.length > 0) this.put(target.current(), sources, takesFocus);
    } finally {
      target.stop();
    }
  }

  /**
   * Returns a `data:` URL for each file; large images are scaled down. Undefined for a file that is refused, which is
   * also reported. The files are read one after the other, because a decoded photo takes a hundred megabytes of
   * memory.
   */
  async read(files: File[]) {
    const problems: string[] = [];
    const sources: (string | undefined)[] = [];
    let used = this.quill.root.innerHTML.length;
    this.count(files.length);
    try {
      for (const file of files) {
        const image = await readInlineImage(file);
        const size = used + (image.src?.length ?? 0);
        const problem = image.problem ?? (size > limits.richTextBytes ? noRoom(size) : undefined);
        if (problem) problems.push(problem);
        else used = size;
        sources.push(problem ? undefined : image.src);
      }
    } finally {
      // Deferred, so that the number of images that are being read decreases only after the caller has put the images
      // into the text.
      setTimeout(() => this.count(-files.length));
    }
    if (problems.length > 0) this.refuse(problems.join(' '));
    return sources;
  }

  private put(range: RangeStatic, sources: string[], takesFocus: boolean) {
    const { quill } = this;
    const { activeElement: focused } = document;
    const last = insertFigures(quill, range, sources);
    if (quill.root.contains(focused)) quill.setSelection(last + 1, 0, 'silent');
    // In Firefox, Quill moves the focus to the text that it has changed, also from the question about another picture.
    else if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    const first = last + 1 - sources.length;
    const pictures = sources.flatMap((_source, at) => figureAt(quill, first + at) ?? []);
    sendAreaEvent(quill.root, 'rich-text-pictures', { pictures, takesFocus });
  }

  private count(change: number) {
    this.adding += change;
    sendAreaEvent(this.quill.root, 'rich-text-adding', this.adding);
  }

  private refuse(problem: string) {
    sendAreaEvent(this.quill.root, 'rich-text-problem', problem);
  }
}

function noRoom(size: number) {
  return textOf('editor.textFull', {
    size: readableBytes(size),
    limit: readableBytes(limits.richTextBytes),
  });
}
