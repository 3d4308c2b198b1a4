import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { joinParts } from '#shared/text-direction.ts';
import { frame } from '#shared/words/en/frame.ts';
import { terms } from '#shared/words/en/terms.ts';
import type { Words } from '#shared/words/words.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { NameText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import { LegalPage, MailLink, OwnLegalText } from './LegalPage.tsx';

export const prefetch: Prefetch = (reads) => reads.main(ownTextQuery(pathTo('termsConditions')));

/**
 * /terms-conditions: the terms of use of this site, by the company or else by this product. Change `since` whenever
 * the product's text changes.
 */
export function Component() {
  const site = useSite();
  const words = useWords(terms);
  const head = {
    path: pathTo('termsConditions'),
    title: useWords(frame)('nav.termsConditions'),
    description: words('terms.description', { name: site.name }),
  };
  if (site.own_legal.includes('terms')) return <OwnLegalText {...head} />;
  return (
    <LegalPage
      {...head}
      since="2026-11-21"
      summary={<p>{words('terms.summary')}</p>}
      parts={{ ...usingParts(words, site), ...limitsParts(words, site) }}
      titleOf={(id) => words(id === 'law' && !site.address ? 'terms.lawUnnamed' : `terms.${id}`)}
    />
  );
}

/** The parts about the operator, and about what people may do with the site. */
function usingParts(words: Words<typeof terms>, site: Site) {
  return {
    offer: (
      <p>
        {asNode(
          words.parts('terms.operator', {
            operator: () => (
              <NameText>{joinParts([site.legal_entity, ...addressLines(site.address)])}</NameText>
            ),
            email: () => <MailLink to={site.email} />,
          }),
        )}
      </p>
    ),
    content: (
      <>
        <p>{words('terms.owners')}</p>
        <p>{words('terms.clients')}</p>
      </>
    ),
    conduct: (
      <>
        <p>{words('terms.conductIntro')}</p>
        <ul>
          {([1, 2, 3, 4] as const).map((number) => (
            <li key={number}>{words(`terms.conduct${number}`)}</li>
          ))}
        </ul>
      </>
    ),
    sent: (
      <>
        <p>
          {asNode(
            words.parts('terms.sentUse', {
              privacy: (text) => <Link to={pathTo('privacyPolicy')}>{asNode(text)}</Link>,
            }),
          )}
        </p>
        <p>{words('terms.ideas')}</p>
      </>
    ),
  };
}

/** The parts about what the company promises and what it does not, and about the law. */
function limitsParts(words: Words<typeof terms>, { address, pages }: Site) {
  return {
    jobs: !pages.jobs.off && <p>{words('terms.jobsText')}</p>,
    apps: (
      <p>
        {asNode(
          words.parts('terms.appsText', {
            delete: (text) => <Link to={pathTo('deleteAccount')}>{asNode(text)}</Link>,
          }),
        )}
      </p>
    ),
    links: <p>{words('terms.linksText')}</p>,
    warranty: <p>{words('terms.warrantyText')}</p>,
    law: (
      <p>
        {address && `${words('terms.lawOf', { country: address.country })} `}
        {words('terms.changes')}
      </p>
    ),
  };
}
