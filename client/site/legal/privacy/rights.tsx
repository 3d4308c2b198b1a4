import type { Site } from '#shared/schemas/site.ts';
import type { LegalPart } from '../page/LegalPage.tsx';

/** Who else sees data, and what people can ask for. */
export function rightsParts(site: Site): LegalPart[] {
  return [
    {
      id: 'others',
      title: 'Who else gets data',
      body: (
        <p>
          Those who run our server and our mail work with what passes through them. This site hands your data
          to nobody else. Backups hold copies of what is described here, until newer ones take their place.
        </p>
      ),
    },
    {
      id: 'rights',
      title: 'What you can ask of us',
      body: (
        <>
          <p>
            You can ask what we have about you, have it corrected, get a copy of it, or have it erased. You
            can take back a consent at any time; then we stop, and erase what only that consent allowed us to
            keep.
          </p>
          <p>
            A mail to <a href={`mailto:${site.email}`}>{site.email}</a> is enough. We may have to make sure
            that it is you who asks.
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: 'When this text changes',
      body: (
        <p>
          The day at the top is the day of this text. When the site does something new, it says so here first.
        </p>
      ),
    },
  ];
}
