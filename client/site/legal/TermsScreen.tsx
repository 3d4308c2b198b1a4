import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { joinParts } from '#shared/text-direction.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { LegalPage, type LegalPart } from './LegalPage.tsx';
import { OwnLegalText } from './OwnLegalText.tsx';

export const prefetch: Prefetch = (reads) => reads.main(ownTextQuery(pathTo('termsConditions')));

/**
 * /terms-conditions: the terms of use of this site, by the company or else by this product. Change `since` whenever
 * the product's text changes.
 */
export function Component() {
  const site = useSite();
  const head = {
    path: pathTo('termsConditions'),
    title: 'Terms & Conditions',
    description: `The terms that apply when you use the website of ${site.name}.`,
  };
  if (site.own_legal.includes('terms')) return <OwnLegalText {...head} />;
  return (
    <LegalPage
      {...head}
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

/** The whole text. */
function termsParts(site: Site): LegalPart[] {
  return [
    {
      id: 'offer',
      title: 'About these terms',
      body: (
        <p>
          This website is operated by{' '}
          <bdi>{joinParts([site.legal_entity, ...addressLines(site.address)])}</bdi> (
          <a href={`mailto:${site.email}`}>{site.email}</a>). By using it, you accept these terms. You can use
          the site free of charge and without an account.
        </p>
      ),
    },
    {
      id: 'content',
      title: 'Intellectual property',
      body: (
        <>
          <p>
            The text, images, films, code and design on this site belong to us or to our licensors. You may
            view, download and print them for personal use, link to any page, and quote from them with
            attribution and a link. Any other use requires our prior written permission.
          </p>
          <p>
            Much of the work in our portfolio was made for clients. Names and trademarks shown there belong to
            their owners, and showing them implies no endorsement.
          </p>
        </>
      ),
    },
    {
      id: 'conduct',
      title: 'Acceptable use',
      body: (
        <>
          <p>You must not:</p>
          <ul>
            <li>try to bypass sign-in, limits or security measures, or overload the site;</li>
            <li>
              submit anything that is unlawful or harmful, or that discloses someone else&rsquo;s confidential
              information;
            </li>
            <li>write or apply on behalf of another person without their consent;</li>
            <li>use our forms for advertising.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'sent',
      title: 'What you send us',
      body: (
        <>
          <p>
            What you send us remains yours. You allow us to use it for the purpose you sent it for: to reply
            to you, to consider your application or to delete your account. Our{' '}
            <Link to={pathTo('privacyPolicy')}>Privacy Policy</Link> explains how long we keep it.
          </p>
          <p>
            Please do not send us confidential ideas unless we have agreed in writing to keep them
            confidential.
          </p>
        </>
      ),
    },
    {
      id: 'jobs',
      title: 'Job postings',
      body: (
        <p>
          A job posting is an invitation to apply. It is not an offer of employment, and we may change or
          withdraw it at any time. We never ask applicants for money.
        </p>
      ),
    },
    {
      id: 'apps',
      title: 'Our apps',
      body: (
        <p>
          These terms cover this website only. Each of our apps has its own terms, shown in the app or its
          store. <Link to={pathTo('deleteAccount')}>How to have your account deleted</Link>
        </p>
      ),
    },
    {
      id: 'links',
      title: 'Links to other websites',
      body: (
        <p>
          We link to websites that we do not control, and we are not responsible for their content. Please
          tell us if a link leads somewhere it should not.
        </p>
      ),
    },
    {
      id: 'warranty',
      title: 'Disclaimer and liability',
      body: (
        <p>
          We take care to keep this site accurate and available, but we provide it &ldquo;as is&rdquo; and do
          not guarantee that it is complete, free of errors or always available. Nothing on it is professional
          advice. To the extent permitted by law, we are liable only for damage caused by our intent or gross
          negligence. Nothing in these terms limits liability that cannot be limited by law.
        </p>
      ),
    },
    {
      id: 'law',
      title: site.address ? 'Governing law and changes' : 'Changes to these terms',
      body: (
        <p>
          {site.address && (
            <>
              These terms are governed by the law of {site.address.country}. If you are a consumer, this does
              not deprive you of the protection of the mandatory law of the country where you live.{' '}
            </>
          )}
          If any provision is invalid, the others remain in effect. We may change these terms; the date at the
          top shows the current version, which applies from that date.
        </p>
      ),
    },
  ];
}
