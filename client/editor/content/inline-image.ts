import { messages } from '#shared/messages.ts';
import { imageProblem } from '../../ui/image-file/image-problem.ts';

/** An image as the text carries it (SPEC §2: embedded inline, not uploaded), or why it is not taken, in words. */
export type InlineImage = { src: string; problem?: undefined } | { src?: undefined; problem: string };

/** Reads an image file into a `data:` address. */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const problem = await imageProblem(file, file.name || messages['editor.pastedImage']);
  return problem ? { problem } : { src: await dataAddress(file) };
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
