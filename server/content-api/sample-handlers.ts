import type { SampleRemoval, SampleStatus } from '#shared/schemas/sample.ts';
import type { Handlers } from './calls.ts';

/** The sample content, which tools/sample adds and removes. */
export interface SampleContent {
  status(): Promise<SampleStatus>;
  /** Erases the unchanged rows for good, with their files. */
  remove(): Promise<SampleRemoval>;
}

/** Answers the calls about the sample content. `open` loads its code, which most engines never need. */
export function sampleHandlers(open: () => Promise<SampleContent>): Handlers {
  return {
    async getSample() {
      return { data: await (await open()).status() };
    },
    async removeSample() {
      const { removed, kept } = await (await open()).remove();
      const named = kept.map(({ resource, title, reason }) => ({ resource, title, reason }));
      return { data: { removed, kept: named }, message: 'sample.removed' };
    },
  };
}
