import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info/site-info.ts';
import { LegalPage } from './page/LegalPage.tsx';
import { privacyParts } from './privacy/privacy-parts.ts';

/** /privacy-policy: what this site does with data, and nothing that it does not do. Change `since` with the text. */
export function Component() {
  const site = useSite();
  return (
    <LegalPage
      path={pathTo('privacyPolicy')}
      title="Privacy Policy"
      description={`What the website of ${site.name} does with data about you: little, and here is all of it.`}
      since="2026-11-21"
      summary={
        <>
          <p>
            You can read this site without telling us who you are. It sets no cookie for visitors, follows
            nobody, and has no advertising and no analytics.
          </p>
          <p>What you send us through a form, we use for what the form is for.</p>
        </>
      }
      parts={privacyParts(site)}
    />
  );
}
