import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { Site } from '#shared/schemas/site.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { frame } from '#shared/words/en/frame.ts';
import { privacy } from '#shared/words/en/privacy.ts';
import type { Words } from '#shared/words/words.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { AddressLines } from '../../ui/AddressLines.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import styles from './LegalPage.module.css';
import { LegalPage, MailLink, OwnLegalText } from './LegalPage.tsx';

type Messages = typeof privacy;
type PrivacyWords = Words<Messages>;
/** The keys of texts without placeholders and tags. */
type PlainKey = {
  [Key in keyof Messages]: Messages[Key] extends `${string}${'{' | '<'}${string}` ? never : Key;
}[keyof Messages];

export const prefetch: Prefetch = (reads) => reads.main(ownTextQuery(pathTo('privacyPolicy')));

/**
 * /privacy-policy: how this site processes personal data, by the company or else by this product. The product's text
 * describes only what the site does; each sentence must match the code that it describes: the request log
 * (server/http/requests.ts), the session (server/bff/session), the forms, their limits and the data that housekeeping
 * erases (server/content-api). Change `since` whenever that text changes.
 */
export function Component() {
  const { site, applicationsAtHost = false } = useSiteInfo();
  const words = useWords(privacy);
  const head = {
    path: pathTo('privacyPolicy'),
    title: useWords(frame)('nav.privacyPolicy'),
    description: words('privacy.description', { name: site.name }),
  };
  if (site.own_legal.includes('privacy')) return <OwnLegalText {...head} />;
  return (
    <LegalPage
      {...head}
      since="2026-11-28"
      summary={paragraphs(words, 'privacy.summary', 'privacy.summaryForms')}
      parts={{
        ...visitingParts(words, site),
        ...formsParts(words, applicationsAtHost),
        ...rightsParts(words, site),
      }}
      titleOf={(id) => words(`privacy.${id}`)}
    />
  );
}

function paragraphs(words: PrivacyWords, ...keys: PlainKey[]) {
  return keys.map((key) => <p key={key}>{words(key)}</p>);
}

/** The parts about the company, and about the data of visitors who only read. */
function visitingParts(words: PrivacyWords, site: Site) {
  const { phone } = site;
  const email = () => <MailLink to={site.email} />;
  return {
    who: (
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
          )}{' '}
          {words('privacy.questions')}
        </p>
      </>
    ),
    reading: (
      <>
        {paragraphs(words, 'privacy.logs', 'privacy.logsUse')}
        <Basis>{words('privacy.logsBasis')}</Basis>
        <p>{words('privacy.ownServer')}</p>
      </>
    ),
    cookies: paragraphs(words, 'privacy.noCookies', 'privacy.drafts', 'privacy.teamCookies'),
    videos: paragraphs(words, 'privacy.embeds', 'privacy.links'),
  };
}

/** The paragraph that names the legal basis of a processing. */
function Basis({ children }: { children: string }) {
  return (
    <p>
      <strong>{useWords(privacy)('privacy.basis')}</strong> {children}
    </p>
  );
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
function formsParts(words: PrivacyWords, applicationsAtHost: boolean) {
  const months = () => <span data-placeholder="months">{limits.retentionMonths}</span>;
  return {
    messages: (
      <>
        <p>{words('privacy.messagesData')}</p>
        <p>
          {words('privacy.messagesStay')}
          {!applicationsAtHost && ` ${words('privacy.messagesRestored', { days: limits.trashDays })}`}
        </p>
        <Basis>{words('privacy.messagesBasis')}</Basis>
      </>
    ),
    applications: (
      <>
        <p>{words('privacy.applicationsData')}</p>
        <p>
          {applicationsAtHost
            ? words('privacy.applicationsAtHost')
            : asNode(words.parts('privacy.applicationsErased', { months }))}{' '}
          {words('privacy.applicationsSooner')}
        </p>
        <Basis>{words('privacy.applicationsBasis')}</Basis>
      </>
    ),
    accounts: (
      <>
        <p>{words('privacy.accountsData', { days: limits.accountDeletionDays })}</p>
        <Basis>{words('privacy.accountsBasis')}</Basis>
        <p className={styles.alone}>
          <Link to={pathTo('deleteAccount')}>{words('privacy.accountsPage')}</Link>
        </p>
      </>
    ),
    mails: (
      <p>
        {words('privacy.mailsSent')}
        {!applicationsAtHost && ` ${words('privacy.mailsErased')}`}
      </p>
    ),
    misuse: (
      <>
        <p>{words('privacy.rateLimit')}</p>
        <p>{words('privacy.setAside', { days: limits.trashDays })}</p>
        <Basis>{words('privacy.misuseBasis')}</Basis>
      </>
    ),
  };
}

/** The parts about other recipients of data, and about people's rights. */
function rightsParts(words: PrivacyWords, site: Site) {
  return {
    others: (
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
    rights: (
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
    complaints: <p>{words('privacy.authority')}</p>,
    changes: <p>{words('privacy.changesText')}</p>,
  };
}
