import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { addressLines, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSiteInfo } from '../../site-info.ts';
import { LegalPage, type LegalPart } from './LegalPage.tsx';
import { OwnLegalText } from './OwnLegalText.tsx';
import { formsParts } from './privacy-forms.tsx';

export const prefetch: Prefetch = (reads) => reads.main(ownTextQuery(pathTo('privacyPolicy')));

/**
 * /privacy-policy: how this site processes personal data, by the company or else by this product. The product's text
 * describes only what the site does. Change `since` whenever that text changes.
 */
export function Component() {
  const { site, applicationsAtHost = false } = useSiteInfo();
  const head = {
    path: pathTo('privacyPolicy'),
    title: 'Privacy Policy',
    description: `How ${site.name} handles personal data on this website: what we collect, why, how long we keep it, and your rights.`,
  };
  if (site.own_legal.includes('privacy')) return <OwnLegalText {...head} />;
  return (
    <LegalPage
      {...head}
      since="2026-11-28"
      summary={
        <>
          <p>
            You can read this site without telling us who you are. It sets no cookies for visitors and has no
            advertising, analytics or tracking.
          </p>
          <p>If you send us a form, we use what you send only for the purpose of that form.</p>
        </>
      }
      parts={privacyParts(site, applicationsAtHost)}
    />
  );
}

/**
 * The whole text. Each sentence must match the code that it describes: the request log (server/http/request-log.ts),
 * the session (server/bff/session), the forms, their limits and the data that housekeeping erases
 * (server/content-api).
 */
function privacyParts(site: Site, applicationsAtHost: boolean): LegalPart[] {
  return [...visitingParts(site), ...formsParts(applicationsAtHost), ...rightsParts(site)];
}

/** The parts about the company, and about the data of visitors who only read. */
function visitingParts(site: Site): LegalPart[] {
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
            Email <a href={`mailto:${site.email}`}>{site.email}</a>
            {site.phone && (
              <>
                , phone <a href={phoneHref(site.phone)}>{site.phone}</a>
              </>
            )}
            . Please use the same contact details for questions about this policy.
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

/** The parts about other recipients of data, and about people's rights. */
function rightsParts(site: Site): LegalPart[] {
  return [
    {
      id: 'others',
      title: 'Who we share data with',
      body: (
        <>
          <p>
            The companies that host our server and carry our email process data on our behalf. We do not sell
            your data, and this site does not pass it on to anyone else. Backups contain copies of the data
            described here until newer backups replace them.
          </p>
          <p>
            {site.address
              ? `We work in ${site.address.country}, so your data may be processed there and wherever our server is hosted.`
              : 'Your data may be processed wherever we work and wherever our server is hosted.'}{' '}
            Contact us if you would like to know which safeguards apply.
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: (
        <>
          <p>Depending on the law that applies to you, you have the right to:</p>
          <ul>
            <li>access the personal data we hold about you, and receive a copy of it;</li>
            <li>have inaccurate data corrected;</li>
            <li>have your data erased, or its processing restricted;</li>
            <li>object to processing that is based on our legitimate interests;</li>
            <li>receive the data you gave us in a portable format;</li>
            <li>
              withdraw your consent at any time, which does not affect the lawfulness of processing before
              then.
            </li>
          </ul>
          <p>
            To exercise any of these rights, email <a href={`mailto:${site.email}`}>{site.email}</a>. We may
            need to confirm your identity first. We make no decisions about you by automated means alone.
          </p>
        </>
      ),
    },
    {
      id: 'complaints',
      title: 'Your right to complain',
      body: (
        <p>
          If you think we have not handled your data lawfully, you can lodge a complaint with a data
          protection authority, in particular where you live, where you work or where you believe the
          infringement took place. We would appreciate the chance to put things right first.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          The date at the top shows when this policy was last changed. If we start to use data in a new way,
          we will update this page first.
        </p>
      ),
    },
  ];
}
