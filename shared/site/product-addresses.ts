import { routes } from '../routes.ts';

/** The first segments of what the product answers itself, besides its pages and its media. */
export const productSegments = [
  'api',
  'admin',
  'assets',
  'img',
  'share',
  'pattern',
  'preview',
  'invite',
  'reset',
  'healthz',
  'readyz',
  'csp-report',
  'media',
] as const;

const pageSegments = new Set(Object.values(routes).map((route) => route.split('/', 2)[1] ?? ''));

/** Letters of other scripts, each before the Latin letter as which people read it. */
const lookalikes = new Map(
  'аaαaɑaвbьbсcϲcԁdеeεeɡgһhнhіiιiıiјjкkκkӏlмmпnηnоoοoрpρpԛqгrѕsтtτtυuѵvνvԝwхxχxуyγy'
    .match(/../gu)
    ?.map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
);

/** Returns a path in lower case, with Latin letters in place of wide ones and of those that look like them. */
function asRead(path: string) {
  const plain = path.normalize('NFKC').toLowerCase();
  return Array.from(plain, (sign) => lookalikes.get(sign) ?? sign).join('');
}

/**
 * Says what of the product has the path of one segment, or a path that people would take for it; undefined if it is
 * free for a page of the company's own.
 */
export function takenBy(
  path: string,
  mediaPaths: readonly string[],
): 'page' | 'media' | 'product' | undefined {
  const read = asRead(path);
  if (mediaPaths.some((prefix) => asRead(prefix) === read)) return 'media';
  const segment = read.slice(1);
  if (pageSegments.has(segment)) return 'page';
  return productSegments.some((each) => each === segment) ? 'product' : undefined;
}
