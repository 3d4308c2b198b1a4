import { createRichTexts } from './rich-texts.ts';

/**
 * The rich texts of this process. There is only one instance, so that the process has only one such cache in memory.
 */
export const richTexts = createRichTexts();
