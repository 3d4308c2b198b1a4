import { Quill, type RangeStatic } from 'react-quill';
import { acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { readInlineImage } from '../content/inline-image.ts';
import { reportProblem } from './rich-text-problem.ts';

interface UploaderClass {
  new (quill: Quill, options: unknown): { quill: Quill };
  DEFAULTS: Record<string, unknown>;
}

const Uploader = Quill.import('modules/uploader') as unknown as UploaderClass;
const Delta = Quill.import('delta');

/** Puts picked, pasted and dropped images into the text itself (SPEC §2: embedded inline, not uploaded). */
export class InlineImages extends Uploader {
  static override DEFAULTS = { ...Uploader.DEFAULTS, mimetypes: acceptedTypes.image };

  /** Quill calls this on paste and drop. */
  upload(range: RangeStatic, files: ArrayLike<File>): void {
    this.insert(range, files).catch(() => reportProblem(this.quill.root, messageText('request.failed')));
  }

  /**
   * Inserts the files that may be kept and says of each other one why not. Resolves with the index of the last
   * inserted image, or undefined when there was none.
   */
  async insert(range: RangeStatic, files: ArrayLike<File>): Promise<number | undefined> {
    const { quill } = this;
    if (!quill.scroll.query('image') || !quill.isEnabled()) return undefined;
    const problems: string[] = [];
    const sources: string[] = [];
    let used = quill.root.innerHTML.length;
    for (const file of Array.from(files)) {
      const image = await readInlineImage(file);
      const size = used + (image.src?.length ?? 0);
      if (image.src === undefined) problems.push(image.problem);
      else if (size > limits.richTextBytes) problems.push(noRoom(size));
      else {
        sources.push(image.src);
        used = size;
      }
    }
    if (problems.length > 0) reportProblem(quill.root, problems.join(' '));
    if (sources.length === 0) return undefined;
    // The text may have changed while the files were read.
    const index = Math.min(range.index, quill.getLength() - 1);
    const length = Math.min(range.length, quill.getLength() - 1 - index);
    const change = new Delta().retain(index).delete(length);
    for (const image of sources) change.insert({ image });
    quill.updateContents(change, 'user');
    if (quill.hasFocus()) quill.setSelection(index + sources.length, 0, 'silent');
    return index + sources.length - 1;
  }
}

function noRoom(size: number): string {
  return messageText('editor.textFull', {
    size: readableBytes(size),
    limit: readableBytes(limits.richTextBytes),
  });
}
