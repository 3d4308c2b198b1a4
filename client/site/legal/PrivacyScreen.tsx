import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../site-info.ts';
import { LegalPage } from './LegalPage.tsx';
import { privacyParts } from './privacy-parts.ts';

/** /privacy-policy: what this site does with data, and nothing that it does not do. Change `since` with the text. */
export function Component() {
  const site = useSite();
  return (
    <LegalPage
      path={pathTo('privacyPolicy')}
      title="Privacy Policy"
      description={`How ${site.name} handles personal data on this website: what we collect, why, how long we keep it, and your rights.`}
      since="2026-11-21"
      summary={
        <>
          <p>
            You can read this site without telling us who you are. It sets no cookies for visitors and has no
            advertising, analytics or tracking.
          </p>
          <p>If you send us a form, we use what you send only for the purpose of that form.</p>
        </>
      }
      parts={privacyParts(site)}
    />
  );
}
