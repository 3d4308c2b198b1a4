import type { Site } from '#shared/schemas/site.ts';
import { addressLines, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import type { LegalPart } from './LegalPage.tsx';

/** Who we are, and what happens when somebody only reads. */
export function visitingParts(site: Site): LegalPart[] {
  return [
    {
      id: 'who',
      title: 'Who we are',
      body: (
        <>
          <p>The controller responsible for your personal data on this website is:</p>
          <address>
            <strong>{site.legal_entity}</strong>
            {addressLines(site.address).map((line) => (
              <span key={line} lang={languageOf(line)}>
                {line}
              </span>
            ))}
          </address>
          <p>
            Email <a href={`mailto:${site.email}`}>{site.email}</a>, phone{' '}
            <a href={phoneHref(site)}>{site.phone}</a>. Please use the same contact details for questions
            about this policy.
          </p>
        </>
      ),
    },
    {
      id: 'reading',
      title: 'When you visit this site',
      body: (
        <>
          <p>
            For each request, our server logs the time, your IP address, the page requested, whether the
            request succeeded, how long it took, how much data was sent, and whether a member of our team was
            signed in. It does not log search terms or other parameters in the address, anything you type,
            cookies or your browser.
          </p>
          <p>
            We use these logs to find faults and to prevent misuse. We do not combine them with other
            information about you. They stay on our server for as long as they are needed for these purposes.
          </p>
          <p>
            <strong>Legal basis:</strong> our legitimate interest in running a secure and reliable website
            (Art. 6(1)(f) GDPR).
          </p>
          <p>Text, images, fonts and scripts are all served from our own server.</p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and browser storage',
      body: (
        <>
          <p>This site does not set cookies for visitors.</p>
          <p>
            What you type into a form is kept in your browser, in that tab only, so that it is not lost if the
            page reloads. It is removed when you send the form or close the tab. Your consent and your CV are
            not stored there.
          </p>
          <p>
            Members of our team who sign in receive a session cookie and, for 180 days, a cookie that
            recognises their device at sign-in, and their browser keeps drafts and a few settings. None of
            this affects visitors.
          </p>
        </>
      ),
    },
    {
      id: 'videos',
      title: 'Videos and links to other sites',
      body: (
        <>
          <p>
            Some articles include a video from YouTube or Vimeo. Nothing is loaded from these services until
            you press play. The player then comes from their servers, and they learn your IP address and the
            address of our site; their own privacy policies apply. Videos in our portfolio are hosted by us.
          </p>
          <p>
            Maps, app stores and social networks are ordinary links. Nothing is loaded from them until you
            follow a link.
          </p>
        </>
      ),
    },
  ];
}
