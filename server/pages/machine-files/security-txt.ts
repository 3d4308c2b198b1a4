/** RFC 9116 §2.5.5 asks for less than a year, so that nobody writes to an address of long ago. */
const goodForDays = 180;
const dayMs = 86_400_000;

/**
 * /.well-known/security.txt (RFC 9116): where to report a weakness of this site. It is good for half a year from `now`, a day that is
 * counted from midnight (UTC) so that the file stays the same for a day.
 */
export function securityTxt(origin: string, email: string, now: Date): string {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Expires: ${new Date(today + goodForDays * dayMs).toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    // §2.5.2: the address of the file itself, which has to be one of https.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
