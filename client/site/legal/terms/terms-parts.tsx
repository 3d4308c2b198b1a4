import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { joinParts } from '#shared/text-direction.ts';
import type { LegalPart } from '../page/LegalPage.tsx';

/** The whole text. */
export function termsParts(site: Site): LegalPart[] {
  return [
    {
      id: 'offer',
      title: 'Whose site this is',
      body: (
        <p>
          This site is offered by <bdi>{site.legal_entity}</bdi>,{' '}
          <bdi>{joinParts(addressLines(site.address))}</bdi> (
          <a href={`mailto:${site.email}`}>{site.email}</a>). Whoever uses it accepts these terms. Reading it
          costs nothing and needs no account.
        </p>
      ),
    },
    {
      id: 'content',
      title: 'What you may do with what you find',
      body: (
        <>
          <p>
            Texts, pictures, films, code and the design of this site belong to us, or to those who let us show
            them. You may read, download and print them for yourself, link to any page, and quote with our
            name and a link. Anything more needs our word first.
          </p>
          <p>
            Work in the portfolio was often made for others. Names and marks in it belong to their owners, and
            showing them says nothing beyond that we did the work.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'What nobody may do',
      body: (
        <ul>
          <li>
            Look for ways around sign-in, limits or protection, or load the site so that others cannot use it.
          </li>
          <li>Send what is unlawful, harmful or somebody else&rsquo;s secret.</li>
          <li>Write or apply in the name of a person who has not agreed.</li>
          <li>Use the forms for advertising.</li>
        </ul>
      ),
    },
    {
      id: 'sent',
      title: 'What you send us',
      body: (
        <>
          <p>
            It stays yours. We may use it for what you sent it for: to answer, to decide on an application, to
            delete an account. The <Link to={pathTo('privacyPolicy')}>Privacy Policy</Link> says how long we
            keep it.
          </p>
          <p>Please do not send ideas that have to stay secret before we have agreed on that in writing.</p>
        </>
      ),
    },
    {
      id: 'jobs',
      title: 'Positions',
      body: (
        <p>
          A posting invites applications. It is no contract and no promise of one, and it can change or close
          before its day. We ask nobody for money to apply or to be hired.
        </p>
      ),
    },
    {
      id: 'apps',
      title: 'Our apps',
      body: (
        <p>
          Each app has the terms that its store or the app itself shows; these here are for the website.{' '}
          <Link to={pathTo('deleteAccount')}>How to have an account deleted</Link>
        </p>
      ),
    },
    {
      id: 'links',
      title: 'Links to others',
      body: (
        <p>
          We link to sites that are not ours. What stands there is the business of those who run them. Tell us
          when a link of ours leads to something that it should not.
        </p>
      ),
    },
    {
      id: 'warranty',
      title: 'What we promise, and what we do not',
      body: (
        <p>
          We write with care and keep the site running as well as we can. We do not promise that everything is
          complete, free of mistakes or always within reach, and nothing here is advice for a particular case.
          As far as the law allows, we answer for damage only where we caused it on purpose or through gross
          negligence.
        </p>
      ),
    },
    {
      id: 'law',
      title: 'Law, and changes',
      body: (
        <p>
          The law of {site.address.country} holds, together with the rights that the law of your own country
          gives to consumers. If a part of this text does not hold, the rest does. The day at the top is the
          day of this text; a new one holds from its own day on.
        </p>
      ),
    },
  ];
}
