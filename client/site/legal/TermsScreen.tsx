import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info/site-info.ts';
import { LegalPage } from './page/LegalPage.tsx';
import { termsParts } from './terms/terms-parts.tsx';

/** /terms-conditions: what holds for those who use this site. Change `since` with the text. */
export function Component() {
  const site = useSite();
  return (
    <LegalPage
      path={pathTo('termsConditions')}
      title="Terms & Conditions"
      description={`What holds when you use the website of ${site.name}.`}
      since="2026-11-21"
      summary={
        <p>
          Read, link, quote: you are welcome. What we made stays ours, what you send stays yours, and nobody
          shall harm the site or others through it.
        </p>
      }
      parts={termsParts(site)}
    />
  );
}
