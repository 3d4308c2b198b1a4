/** Codings of stored files, the coding with the smallest files first; this is the order of preference. */
const codings = ['br', 'gzip', 'identity'] as const;

export type Coding = (typeof codings)[number];

/**
 * Chooses the coding of an answer (RFC 9110 §12.5.3): the coding with the highest q or, if two have the same q,
 * the one with the smaller file. A browser that refuses every coding, identity included, gets identity,
 * because a readable answer is more useful than 406.
 */
export function chooseCoding(header: string | undefined): Coding {
  if (!header) return 'identity';
  const wishes = parse(header);
  let best: Coding = 'identity';
  let bestQ = 0;
  for (const coding of codings) {
    // Identity is acceptable even if it is not named, but any coding that is named is preferred to it.
    const q = wishes.get(coding) ?? wishes.get('*') ?? (coding === 'identity' ? 0.0001 : 0);
    if (q > bestQ) [best, bestQ] = [coding, q];
  }
  return best;
}

function parse(header: string): Map<string, number> {
  const wishes = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const value = q === undefined ? 1 : Number(q.slice(2));
    if (name) wishes.set(name === 'x-gzip' ? 'gzip' : name, value >= 0 && value <= 1 ? value : 0);
  }
  return wishes;
}
