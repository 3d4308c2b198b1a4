import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { frame } from '#shared/words/en/frame.ts';
import { legal } from '#shared/words/en/legal.ts';
import { privacy } from '#shared/words/en/privacy.ts';
import type { Words } from '#shared/words/words.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { AddressLines } from '../../ui/AddressLines.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { LegalPage, type LegalPart, MailLink, strong } from './LegalPage.tsx';
import { OwnLegalText } from './OwnLegalText.tsx';

type PrivacyWords = Words<typeof privacy>;

export const prefetch: Prefetch = (reads) => reads.main(ownTextQuery(pathTo('privacyPolicy')));

/**
 * /privacy-policy: how this site processes personal data, by the company or else by this product. The product's text
 * describes only what the site does. Change `since` whenever that text changes.
 */
export function Component() {
  const { site, applicationsAtHost = false } = useSiteInfo();
  const words = useWords(privacy);
  const head = {
    path: pathTo('privacyPolicy'),
    title: useWords(frame)('nav.privacyPolicy'),
    description: useWords(legal)('legal.privacyText', { name: site.name }),
  };
  if (site.own_legal.includes('privacy')) return <OwnLegalText {...head} />;
  return (
    <LegalPage
      {...head}
      since="2026-11-28"
      summary={
        <>
          <p>{words('privacy.summary')}</p>
          <p>{words('privacy.summaryForms')}</p>
        </>
      }
      parts={privacyParts(words, site, applicationsAtHost)}
    />
  );
}

/**
 * The whole text. Each sentence must match the code that it describes: the request log (server/http/request-log.ts),
 * the session (server/bff/session), the forms, their limits and the data that housekeeping erases
 * (server/content-api).
 */
function privacyParts(words: PrivacyWords, site: Site, applicationsAtHost: boolean): LegalPart[] {
  return [
    ...visitingParts(words, site),
    ...formsParts(words, applicationsAtHost),
    ...rightsParts(words, site),
  ];
}

/** The parts about the company, and about the data of visitors who only read. */
function visitingParts(words: PrivacyWords, site: Site): LegalPart[] {
  const { phone } = site;
  const email = () => <MailLink to={site.email} />;
  return [
    {
      id: 'who',
      title: words('privacy.who'),
      body: (
        <>
          <p>{words('privacy.controller')}</p>
          <Controller />
          <p>
            {asNode(
              phone
                ? words.parts('privacy.reachPhone', {
                    email,
                    phone: () => <a href={phoneHref(phone)}>{phone}</a>,
                  })
                : words.parts('privacy.reach', { email }),
            )}
          </p>
        </>
      ),
    },
    {
      id: 'reading',
      title: words('privacy.reading'),
      body: (
        <>
          <p>{words('privacy.logs')}</p>
          <p>{words('privacy.logsUse')}</p>
          <p>{asNode(words.parts('privacy.logsBasis', { strong }))}</p>
          <p>{words('privacy.ownServer')}</p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: words('privacy.cookies'),
      body: (
        <>
          <p>{words('privacy.noCookies')}</p>
          <p>{words('privacy.drafts')}</p>
          <p>{words('privacy.teamCookies')}</p>
        </>
      ),
    },
    {
      id: 'videos',
      title: words('privacy.videos'),
      body: (
        <>
          <p>{words('privacy.embeds')}</p>
          <p>{words('privacy.links')}</p>
        </>
      ),
    },
  ];
}

/** The legal entity and its postal address. */
function Controller() {
  const script = useScript();
  const { legal_entity, address } = useSite();
  return (
    <address>
      <strong lang={script(legal_entity).lang}>{legal_entity}</strong>
      <AddressLines address={address} />
    </address>
  );
}

/**
 * The parts about the data that people send with forms, and the legal basis for processing it (Article 6 GDPR). With
 * `applicationsAtHost` an API host stores that data, and only the company knows when the host erases it, so the text
 * names no time.
 */
function formsParts(words: PrivacyWords, applicationsAtHost: boolean): LegalPart[] {
  const months = () => <span data-placeholder="months">{limits.retentionMonths}</span>;
  return [
    {
      id: 'messages',
      title: words('privacy.messages'),
      body: (
        <>
          <p>{words('privacy.messagesData')}</p>
          <p>
            {words('privacy.messagesStay')}
            {!applicationsAtHost && ` ${words('privacy.messagesRestored', { days: limits.trashDays })}`}
          </p>
          <p>{asNode(words.parts('privacy.messagesBasis', { strong }))}</p>
        </>
      ),
    },
    {
      id: 'applications',
      title: words('privacy.applications'),
      body: (
        <>
          <p>{words('privacy.applicationsData')}</p>
          <p>
            {applicationsAtHost
              ? words('privacy.applicationsAtHost')
              : asNode(words.parts('privacy.applicationsErased', { months }))}{' '}
            {words('privacy.applicationsSooner')}
          </p>
          <p>{asNode(words.parts('privacy.applicationsBasis', { strong }))}</p>
        </>
      ),
    },
    {
      id: 'accounts',
      title: words('privacy.accounts'),
      body: (
        <>
          <p>{words('privacy.accountsData', { days: limits.accountDeletionDays })}</p>
          <p>{asNode(words.parts('privacy.accountsBasis', { strong }))}</p>
          <p>
            <Link to={pathTo('deleteAccount')}>{words('privacy.accountsPage')}</Link>
          </p>
        </>
      ),
    },
    {
      id: 'mails',
      title: words('privacy.mails'),
      body: (
        <p>
          {words('privacy.mailsSent')}
          {!applicationsAtHost && ` ${words('privacy.mailsErased')}`}
        </p>
      ),
    },
    {
      id: 'misuse',
      title: words('privacy.misuse'),
      body: (
        <>
          <p>{words('privacy.rateLimit')}</p>
          <p>{words('privacy.setAside', { days: limits.trashDays })}</p>
          <p>{asNode(words.parts('privacy.misuseBasis', { strong }))}</p>
        </>
      ),
    },
  ];
}

/** The parts about other recipients of data, and about people's rights. */
function rightsParts(words: PrivacyWords, site: Site): LegalPart[] {
  return [
    {
      id: 'others',
      title: words('privacy.others'),
      body: (
        <>
          <p>{words('privacy.processors')}</p>
          <p>
            {site.address
              ? words('privacy.where', { country: site.address.country })
              : words('privacy.whereUnnamed')}{' '}
            {words('privacy.safeguards')}
          </p>
        </>
      ),
    },
    {
      id: 'rights',
      title: words('privacy.rights'),
      body: (
        <>
          <p>{words('privacy.rightsIntro')}</p>
          <ul>
            {([1, 2, 3, 4, 5, 6] as const).map((number) => (
              <li key={number}>{words(`privacy.right${number}`)}</li>
            ))}
          </ul>
          <p>{asNode(words.parts('privacy.exercise', { email: () => <MailLink to={site.email} /> }))}</p>
        </>
      ),
    },
    {
      id: 'complaints',
      title: words('privacy.complaints'),
      body: <p>{words('privacy.authority')}</p>,
    },
    {
      id: 'changes',
      title: words('privacy.changes'),
      body: <p>{words('privacy.changesText')}</p>,
    },
  ];
}
