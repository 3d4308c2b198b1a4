import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info.ts';
import { LegalPage } from './LegalPage.tsx';
import { termsParts } from './terms-parts.tsx';

/** /terms-conditions: the terms of use of this site. Change `since` with the text. */
export function Component() {
  const site = useSite();
  return (
    <LegalPage
      path={pathTo('termsConditions')}
      title="Terms & Conditions"
      description={`The terms that apply when you use the website of ${site.name}.`}
      since="2026-11-21"
      summary={
        <p>
          You are welcome to read this site, link to it and quote from it. Our work remains ours and what you
          send us remains yours. Please do not misuse the site or harm others through it.
        </p>
      }
      parts={termsParts(site)}
    />
  );
}
