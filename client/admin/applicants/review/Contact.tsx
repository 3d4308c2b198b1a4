import type { Submission } from '#shared/schemas/applicant.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ExternalIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Application.module.css';
import factStyles from './Facts.module.css';
import { Fact } from './Facts.tsx';

/** How to reach the applicant, and where to see more of them. */
export function Contact({ sent }: { sent: Submission }) {
  const links = [
    { label: 'Portfolio', url: sent.portfolio_url },
    { label: 'LinkedIn', url: sent.linkedin_url },
  ].filter((link): link is { label: string; url: string } => isWebAddress(link.url));
  return (
    <dl className={factStyles.facts}>
      <Fact name="Email" whole>
        <a href={`mailto:${encodeURIComponent(sent.email).replace('%40', '@')}`}>{sent.email}</a>
      </Fact>
      {sent.phone && (
        <Fact name="Phone">
          <a href={`tel:${sent.phone.replace(/[^\d+]/g, '')}`}>{sent.phone}</a>
        </Fact>
      )}
      {sent.city && (
        <Fact name="City">
          <bdi>{sent.city}</bdi>
        </Fact>
      )}
      {links.length > 0 && (
        <Fact name="Links">
          <span className={styles.links}>
            {links.map(({ label, url }) => (
              <a
                key={label}
                className={styles.link}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                title={url}
              >
                {label} <ExternalIcon size={14} />
                <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
              </a>
            ))}
          </span>
        </Fact>
      )}
      {sent.source && (
        <Fact name="Source">
          <bdi>{sent.source}</bdi>
        </Fact>
      )}
      <Fact name="Reference">{sent.reference}</Fact>
      <Fact name="Consent given">{formatMoment(sent.consent_at)}</Fact>
    </dl>
  );
}

/** A host may have stored anything: no other scheme becomes a link. */
function isWebAddress(url: string | null | undefined): boolean {
  return url ? /^https?:\/\//i.test(url) : false;
}
