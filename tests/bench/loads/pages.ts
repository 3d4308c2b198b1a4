import type { Case, Contender, Load } from '../load.ts';
import { firstScreen } from '../pages/first-screen.ts';
import { lighthouse } from '../pages/lighthouse.ts';
import { pathsOfSitemap } from '../sitemap.ts';

/** Pages with a form may load the code of the form. */
const withForm = ['/contact', '/delete-account', /^\/careers\/apply\/\d/];
/** Routes that begin with a picture. */
const pictureLeads = [
  '/',
  '/portfolio',
  '/publishing',
  '/team',
  /^\/portfolio\//,
  /^\/portfolioOne\//,
  /^\/view-blog\//,
];

/** The contenders are the routes, and each route has its own limits. */
export const load: Load = {
  name: 'pages',
  target: 'pages',
  about:
    'Lighthouse on a slow phone for every public route with sample content, median of five; it takes half an hour.',
  byDefault: false,
  async *cases(stage) {
    const product = await stage.product();
    const paths = oneOfEachRoute(await pathsOfSitemap(product));
    yield {
      name: 'first screen at 360 × 800',
      rounds: 1,
      contenders: paths.map((path) => ({ name: path, round: () => firstScreen(product.url + path) })),
      limits: paths.flatMap((who): Case['limits'] & object => [
        { who, figure: 'screenRequests', atMost: 12 },
        { who, figure: 'screenKib', atMost: 250 },
        { who, figure: 'styleSheets', atMost: 1 },
      ]),
    };
    yield {
      name: 'Lighthouse, mobile',
      rounds: 5,
      contenders: paths.map((path): Contender => {
        const warmUp = async () => void (await fetch(product.url + path)).arrayBuffer();
        return { name: path, warmUp, round: () => lighthouse(product.url + path) };
      }),
      limits: paths.flatMap(lighthouseLimits),
    };
  },
};

function lighthouseLimits(who: string): Case['limits'] & object {
  return [
    { who, figure: 'performance', atLeast: 99 },
    { who, figure: 'accessibility', atLeast: 100 },
    { who, figure: 'bestPractices', atLeast: 100 },
    { who, figure: 'seo', atLeast: 100 },
    { who, figure: 'fcp', atMost: 0.8 },
    { who, figure: 'lcp', atMost: matches(who, pictureLeads) ? 1.2 : 1 },
    { who, figure: 'tbt', atMost: 60 },
    { who, figure: 'cls', atMost: 0.01 },
    { who, figure: 'scriptKib', atMost: matches(who, withForm) ? 130 : 110 },
  ];
}

function matches(path: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) => (typeof pattern === 'string' ? pattern === path : pattern.test(path)));
}

/** Returns one path for each route: the first post, the first project. */
function oneOfEachRoute(paths: string[]): string[] {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const [, first = '', ...rest] = path.split('/');
    const route = `${first}/${rest.length}${/^\d+$/.test(rest.at(-1) ?? '') ? '/id' : ''}`;
    if (!seen.has(route)) seen.set(route, path);
  }
  return [...seen.values()];
}
