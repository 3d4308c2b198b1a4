import type { Site } from '#shared/schemas/site.ts';
import { addressLines, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import type { LegalPart } from '../page/LegalPage.tsx';

/** Who we are, and what happens when somebody only reads. */
export function visitingParts(site: Site): LegalPart[] {
  return [
    {
      id: 'who',
      title: 'Who is responsible',
      body: (
        <>
          <address>
            <strong>{site.legal_entity}</strong>
            {addressLines(site.address).map((line) => (
              <span key={line} lang={languageOf(line)}>
                {line}
              </span>
            ))}
          </address>
          <p>
            Mail <a href={`mailto:${site.email}`}>{site.email}</a>, phone{' '}
            <a href={phoneHref(site)}>{site.phone}</a>. Questions about this text go there too.
          </p>
        </>
      ),
    },
    {
      id: 'reading',
      title: 'When you read',
      body: (
        <>
          <p>
            For each request our server writes one line: the time, your network (IP) address, the page,
            whether it worked, how long it took and how many bytes were sent, and whether somebody of ours was
            signed in. What stands behind a question mark in an address, what you type, cookies and the name
            of your browser are not in it.
          </p>
          <p>
            We look into these lines to find faults and misuse. We do not put them together with anything else
            about you. They are kept where the server runs, for as long as they are needed for that.
          </p>
          <p>Text, pictures, fonts and scripts all come from our own server.</p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and storage in your browser',
      body: (
        <>
          <p>Visitors get no cookie.</p>
          <p>
            What you type into a form is kept in your browser, for that tab alone, so that a reload does not
            lose it. It is gone when the form is sent or the tab is closed. Your consent and your CV are not
            kept there.
          </p>
          <p>
            Those who run this site sign in. They get one cookie that holds their session and ends by itself,
            one that lets their browser be known again for 180 days, and their browser keeps drafts and a few
            settings. Nothing of this reaches visitors.
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
            A post can show a video of YouTube or Vimeo. Its player then comes from there, and that company
            learns your network address and the address of our site. What it does with them its own policy
            says. Videos in the portfolio are our own files.
          </p>
          <p>
            Maps, app stores and social networks are plain links here. Nothing is loaded from them before you
            follow one.
          </p>
        </>
      ),
    },
  ];
}
