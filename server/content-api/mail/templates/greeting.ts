/**
 * The first line of a mail to a visitor. Anybody can have such a mail sent to any address, under any name, so a "name"
 * that carries an address or is as long as an advertisement is not repeated: nobody can send spam in the studio's name.
 */
export function greeting(name: string | null): string {
  return name !== null && isPlainName(name.trim()) ? `Hello ${name.trim()},` : 'Hello,';
}

/** Letters of any script with what joins them. A dot ends an initial ("J. R. Khan"): between letters it is an address. */
function isPlainName(name: string): boolean {
  return name.length <= 60 && /^\p{L}(\p{L}|\p{M}|\p{Pd}|\u200c|\u200d|\.(?=\s|$)|[ '’])*$/u.test(name);
}
