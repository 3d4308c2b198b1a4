/** What files are stored in, in the order in which they are preferred: the smallest first. */
export const codings = ['br', 'gzip', 'identity'] as const;

export type Coding = (typeof codings)[number];

/**
 * The coding to answer with (RFC 9110 §12.5.3): the highest q among those at hand, the smaller file on a tie. A browser
 * that refuses everything, identity included, gets identity: a readable answer serves better than 406.
 */
export function chooseCoding(header: string | undefined, available: (coding: Coding) => boolean): Coding {
  if (!header) return 'identity';
  const wishes = parse(header);
  let best: Coding = 'identity';
  let bestQ = 0;
  for (const coding of codings) {
    // Identity is acceptable without being named, but a coding that is named comes before it.
    const q = wishes.get(coding) ?? wishes.get('*') ?? (coding === 'identity' ? 0.0001 : 0);
    if (q > bestQ && available(coding)) [best, bestQ] = [coding, q];
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
