/**
 * How long the file is valid. RFC 9116 §2.5.5 recommends less than a year, so that reports are not sent to an
 * outdated address.
 */
const goodForDays = 180;
const dayMs = 86_400_000;

/**
 * Returns /.well-known/security.txt (RFC 9116), which states where to report a weakness of this site. It is valid for
 * half a year from midnight (UTC) before `now`, so that the file stays the same for a day.
 */
export function securityTxt(origin: string, email: string, language: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${new Date(today + goodForDays * dayMs).toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${language === 'en' ? 'en' : `${language}, en`}`,
    // URL of the file itself, which has to use https (RFC 9116 §2.5.2).
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
