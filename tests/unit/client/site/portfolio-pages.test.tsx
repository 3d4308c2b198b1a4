import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#shared/routes.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { pageReads } from '../../../../client/api/prefetch.ts';
import { createQueryClient } from '../../../../client/api/query-client.ts';
import {
  Component as CategoryScreen,
  prefetch as prefetchCategory,
} from '../../../../client/site/portfolio/CategoryScreen.tsx';
import {
  Component as PortfolioScreen,
  prefetch as prefetchPortfolio,
} from '../../../../client/site/portfolio/PortfolioScreen.tsx';
import {
  Component as ProjectScreen,
  prefetch as prefetchProject,
} from '../../../../client/site/portfolio/ProjectScreen.tsx';
import { categoriesQuery, categoryByTitleQuery } from '../../../../client/site/portfolio/queries.ts';
import {
  HeroWork,
  homeWorkQuery,
  SelectedWork,
  useHasHeroWork,
} from '../../../../client/site/portfolio/SelectedWork.tsx';
import { InCompany } from '../in-company.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const film: Category = {
  id: 3,
  title: 'Film & sound',
  image: '/storage/film.webp',
  tech_img: [{ id: 31, image: '/storage/logo.webp' }],
  projects_count: 3,
};

function project(id: number, more: Partial<Project> = {}): Project {
  return {
    id,
    title: `Project ${id}`,
    description: `<p>Words of ${id}</p>`,
    images: [
      { id: id * 10, image: `/storage/${id}-1.webp` },
      { id: id * 10 + 1, image: `/storage/${id}-2.webp` },
    ],
    video: null,
    v_order: id,
    project_url: null,
    category_id: 3,
    ...more,
  };
}

/** An API host with these answers; all other paths are 404. Returns the requested paths. */
function host(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return path in answers
      ? Response.json({ status: 1, data: answers[path] })
      : Response.json({ status: 0, message: 'Not found.' }, { status: 404 });
  });
  return asked;
}

/** A query client as the server fills it: the page does not repeat failed reads. */
function serverClient() {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, retry: false, retryOnMount: false } });
  return client;
}

const pageAddress = (path: string, params: Record<string, string>) => ({
  url: new URL(path, 'https://studio.example'),
  params,
});

const list = (data: unknown[], last_page = 1) => ({ data, current_page: 1, last_page });

/** Renders the page as the server does, from the data in the client. */
function render(
  path: string,
  Screen: ComponentType,
  address: string,
  client = serverClient(),
  site = sampleSite,
): string {
  const router = createMemoryRouter([{ path, element: <Screen /> }], { initialEntries: [address] });
  return renderToString(
    <QueryClientProvider client={client}>
      <InCompany site={site}>
        <RouterProvider router={router} />
      </InCompany>
    </QueryClientProvider>,
  );
}

/** Reads what the server reads for the first page of a category. */
async function readCategory(client: ReturnType<typeof createQueryClient>, fieldTitle: string) {
  await prefetchCategory(pageReads(client), pageAddress('/portfolio/it', { fieldTitle }));
}

describe('the page of a category, on a server', () => {
  const address = '/portfolio/Film%20%26%20sound';
  const answers = {
    '/api/getCategoryByTitle?title=Film+%26+sound': film,
    '/api/getProjects/3?page=1': list([project(1), project(2)]),
  };

  it('says the result of a project, or else the beginning of its text up to a whole sentence', async () => {
    const description = `<p>${'A long sentence of eight words or so. '.repeat(4)}The ${'rest '.repeat(40)}</p>`;
    const { '/api/getProjects/3?page=1': _projects, ...others } = answers;
    host({
      ...others,
      '/api/getProjects/3?page=1': list([
        project(1, { description: '<p>Not shown</p>', result: 'Seen by many', client: 'Rail', year: 2024 }),
        project(2, { description }),
      ]),
    });
    const client = serverClient();
    await readCategory(client, 'Film & sound');
    const html = render('/portfolio/:fieldTitle', CategoryScreen, address, client);
    expect(html).toMatch(/Seen by many<\/p><p[^>]*><bdi[^>]*>Rail<\/bdi> · (<!-- -->)?2024<\/p>/);
    expect(html).not.toContain('Not shown');
    expect(html).toContain('or so.</p>');
    expect(html).not.toContain('or so. The');
  });

  it('holds the projects in their order, each with its link', async () => {
    host(answers);
    const client = serverClient();
    await readCategory(client, 'Film & sound');
    const html = render(routes.portfolioCategory, CategoryScreen, address, client);
    expect(html).toContain('<title>Film &amp; sound · Naqsh Studio</title>');
    expect(html.indexOf('/portfolioOne/1')).toBeGreaterThan(0);
    expect(html.indexOf('/portfolioOne/2')).toBeGreaterThan(html.indexOf('/portfolioOne/1'));
    expect(html).toContain('Words of 2');
    expect(html).toContain('1 technology, shown by its logo');
    expect(html).toBe(render(routes.portfolioCategory, CategoryScreen, address, client));
  });

  it('asks only the picture that it opens with to be fetched at once', async () => {
    host(answers);
    const client = serverClient();
    await readCategory(client, 'Film & sound');
    const html = render(routes.portfolioCategory, CategoryScreen, address, client);
    const eager = html.match(/<img[^>]*loading="eager"[^>]*>/g) ?? [];
    expect(eager.map((img) => /src="([^"]*)"/.exec(img)?.[1])).toEqual([
      '/storage/film.webp',
      '/storage/1-1.webp',
    ]);
    for (const img of html.match(/<img[^>]*>/g) ?? []) expect(img).toMatch(/width="\d+" height="\d+"/);
  });

  it('says the name and keeps the places while the answer is on its way', () => {
    const html = render(routes.portfolioCategory, CategoryScreen, address);
    expect(html).toContain('Film &amp; sound</h1>');
    expect(html).toContain('Loading the category…');
  });

  it('is found in the list on a host that cannot be asked for a title', async () => {
    const asked = host({
      '/api/getProjectCategory?page=1': list([{ ...film, id: 1, title: 'Other' }], 2),
      '/api/getProjectCategory?page=2': list([film], 2),
    });
    const client = serverClient();
    await readCategory(client, ' FILM & sound');
    expect(client.getQueryData(categoryByTitleQuery(' FILM & sound').queryKey)).toMatchObject({ id: 3 });
    expect(asked).toHaveLength(4);
    const html = render(routes.portfolioCategory, CategoryScreen, '/portfolio/%20FILM%20%26%20sound', client);
    // The host has no call for projects either, so the page has no section for them.
    expect(html).toContain('Made with');
    expect(html).not.toContain('Nothing here yet');
  });

  it('is the one that has the title to the letter, when another differs in case alone', async () => {
    const [small, large] = [
      { ...film, id: 1, title: 'film' },
      { ...film, id: 2, title: 'Film' },
    ];
    host({
      '/api/getProjectCategory?page=1': list([small], 2),
      '/api/getProjectCategory?page=2': list([large], 2),
    });
    const client = serverClient();
    for (const [title, id] of [
      ['film', 1],
      ['Film', 2],
      ['FILM', 1],
    ] as const) {
      await readCategory(client, title);
      expect(client.getQueryData(categoryByTitleQuery(title).queryKey), title).toMatchObject({ id });
    }
  });

  it('links back to all work, or under the company’s own name for it', async () => {
    host(answers);
    const client = serverClient();
    await readCategory(client, 'Film & sound');
    const { portfolio } = sampleSite.pages;
    const pages = {
      ...sampleSite.pages,
      portfolio: { ...portfolio, head: { ...portfolio.head, title: 'Cases' } },
    };
    const backIn = (site: typeof sampleSite) =>
      /<a[^>]* href="\/portfolio"[^>]*>.*?<bdi[^>]*>([^<]*)</.exec(
        render(routes.portfolioCategory, CategoryScreen, address, client, site),
      )?.[1];
    expect(backIn(sampleSite)).toBe('All work');
    expect(backIn({ ...sampleSite, pages })).toBe('Cases');
  });

  it('is not found when the list does not have it either', async () => {
    host({ '/api/getProjectCategory?page=1': list([film]) });
    const client = serverClient();
    await readCategory(client, 'Nothing');
    const html = render(routes.portfolioCategory, CategoryScreen, '/portfolio/Nothing', client);
    expect(html).toContain('We couldn’t find this category');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe('the page of a project, on a server', () => {
  const open = async (id: string, answers: Record<string, unknown>) => {
    const asked = host(answers);
    const client = serverClient();
    await prefetchProject(pageReads(client), pageAddress(`/portfolioOne/${id}`, { id }));
    return { asked, html: render(routes.portfolioItem, ProjectScreen, `/portfolioOne/${id}`, client) };
  };

  it('holds its pictures, words, category and neighbours', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, { project_url: 'https://film.example/' }),
      '/api/getSingleCategory/3': film,
      '/api/getProjects/3?page=1': list([project(1), project(2), project(3)]),
    });
    expect(html).toContain('alt="Project 2"');
    expect(html).toContain('alt="Project 2, image 2 of 2"');
    expect(html).toContain('<p>Words of 2</p>');
    expect(html).toContain('href="/portfolio/Film%20%26%20sound"');
    expect(html).toContain('href="https://film.example/"');
    expect(html).toContain('href="/portfolioOne/1"');
    expect(html).toContain('href="/portfolioOne/3"');
  });

  it('has its facts beside the text, and who made it', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, {
        client: 'Khyber Rail',
        year: 2024,
        services: 'Film\nEdit\nFilm',
        result: 'Watched by 2.1 million people',
        figures: '24 min\tlong\nno label\n9\tfestivals\n3\tlanguages\n1\tlorry\n2\tbreakdowns',
        quote: 'They listened.',
        quote_by: 'Sana Gul, head of programmes',
        credits: 'Ali\nZmarak Khan\tEdit\t7\nSana Gul\tEdit',
      }),
      '/api/getSingleCategory/3': film,
    });
    expect(html.indexOf('Watched by 2.1 million people</p>')).toBeGreaterThan(html.indexOf('</h1>'));
    expect(html).toMatch(/<dt>Client<\/dt><dd><span[^>]*>Khyber Rail</);
    expect(html).toContain('<dt>Year</dt><dd>2024</dd>');
    const figures = html.slice(html.indexOf('<dl'), html.indexOf('</dl>'));
    expect(figures.match(/(?<=<d[td][^>]*>)[^<]+/g)).toEqual([
      'long',
      '24 min',
      'festivals',
      '9',
      'languages',
      '3',
      'lorry',
      '1',
    ]);
    expect(html.match(/<li>(Film|Edit)<\/li>/g)).toEqual(['<li>Film</li>', '<li>Edit</li>']);
    expect(html).toMatch(
      /<blockquote[^>]*><p>They listened\.<\/p><\/blockquote><figcaption><span[^>]*>Sana Gul, head/,
    );
    expect(html).toMatch(
      /<dt[^>]*>Edit<\/dt><dd[^>]*><a[^>]* href="\/team#member-7"[^>]*>Zmarak Khan<\/a><\/dd><dd/,
    );
    expect(html).toMatch(/<dt[^>]*>Contributors<\/dt><dd[^>]*>Ali</);
  });

  it('without facts has no empty places for them', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, {
        client: null,
        year: null,
        services: ' \n',
        figures: '9',
        credits: '',
      }),
    });
    expect(html).not.toMatch(/<dl|<figure|<blockquote|Credits|Client/);
  });

  it('never links to an address that runs, nor shows media of another site', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, {
        project_url: 'javascript:alert(1)',
        video: '//evil.example/film.mp4',
        images: [{ id: 1, image: 'https://evil.example/a.png' }],
      }),
      '/api/getSingleCategory/3': film,
    });
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('evil.example');
  });

  it('has no player for a video that is a page elsewhere', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, { video: 'https://youtu.be/x' }),
    });
    expect(html).toContain('Words of 2');
    expect(html).not.toMatch(/<video|youtu/);
  });

  it.each(['-1', '~x', 'a b', 'x'.repeat(65)])('asks nothing for the id %j', async (id) => {
    const { asked, html } = await open(id, {});
    expect(asked).toEqual([]);
    expect(html).toContain('We couldn’t find this project');
  });

  it('without a picture shows the pattern, and no gallery', async () => {
    const { html } = await open('2', { '/api/getSingleProject/2': project(2, { images: [] }) });
    expect(html).not.toContain('Enlarge');
    expect(html).toContain('<svg');
  });

  it('has a player that fetches nothing by itself, with the second picture in its place', async () => {
    const { html } = await open('2', {
      '/api/getSingleProject/2': project(2, { video: '/storage/a.mp4', captions: '/storage/a.vtt' }),
    });
    const [player = ''] = /<video[^>]*>/.exec(html) ?? [];
    expect(player).toContain('preload="none"');
    // Browsers fetch a `poster` at once, and the captions of a `default` track too.
    expect(html).toMatch(/<img[^>]* loading="lazy"[^>]* src="\/storage\/2-2.webp"[^>]*><video/);
    expect(player).not.toMatch(/poster|autoplay/);
    expect(html).not.toMatch(/<track[^>]* default/);
  });
});

describe('the list of categories', () => {
  it('says so when there is none', async () => {
    host({ '/api/getProjectCategory?page=1': list([]) });
    const client = serverClient();
    await client.prefetchQuery(categoriesQuery(1));
    expect(render(routes.portfolio, PortfolioScreen, '/portfolio', client)).toContain('No work to show yet');
  });

  it('leads back from a page that there is not', async () => {
    host({ '/api/getProjectCategory?page=7': list([]) });
    const client = serverClient();
    await client.prefetchQuery(categoriesQuery(7));
    const html = render(routes.portfolio, PortfolioScreen, '/portfolio?page=7', client);
    expect(html).toContain('Page 7 does not exist');
    expect(html).toContain('noindex');
  });
});

describe('the list of all work', () => {
  const works = [
    { id: 1, title: 'Salt Road', category: 'Film & sound', client: 'Khyber Rail', year: 2023 },
    { id: 2, title: 'Stepwell', category: 'Games', year: 2025 },
    { id: 3, title: 'Walls', category: 'Games' },
  ];
  const open = async (address: string, answers: Record<string, unknown>) => {
    const asked = host({ '/api/getProjectCategory?page=1': list([film]), ...answers });
    const client = serverClient();
    await prefetchPortfolio(pageReads(client), pageAddress(address, {}));
    return { asked, html: render(routes.portfolio, PortfolioScreen, address, client) };
  };

  it('has year, client and category of each, the newest first, with links to filter it', async () => {
    const { asked, html } = await open('/portfolio', { '/api/getWork': list(works) });
    expect(asked).toHaveLength(2);
    expect(html.match(/portfolioOne\/\d+/g)).toEqual(['portfolioOne/2', 'portfolioOne/1', 'portfolioOne/3']);
    expect(html).toMatch(/Khyber Rail<\/span><span[^>]*>Film &amp; sound<\/span><\/span><span[^>]*>2023</);
    expect(html).toContain('href="/portfolio?category=Film+%26+sound#all-work"');
    expect(html).toContain('href="/portfolio?year=2025#all-work"');
    expect(html).toMatch(/<h2[^>]*>All work<\/h2>/);
  });

  it('leaves out a client that has the title of its work', async () => {
    const own = { id: 4, title: 'Qissa Press', category: 'Games', client: 'qissa press ' };
    const { html } = await open('/portfolio', { '/api/getWork': list([...works, own]) });
    expect(html).toContain('Khyber Rail');
    expect(html).not.toContain('qissa press ');
  });

  it('says its filters in its heading, and links back to all work', async () => {
    const { html } = await open('/portfolio?category=Games&year=2025', { '/api/getWork': list(works) });
    expect(html).toMatch(/<h2[^>]*>Work in <bdi[^>]*>Games<\/bdi> from 2025<\/h2>/);
    expect(html.match(/portfolioOne\/\d+/g)).toEqual(['portfolioOne/2']);
    expect(html).toMatch(/<a[^>]* href="\/portfolio#all-work"[^>]*>All work</);
    expect(html).toMatch(/aria-current="true"[^>]*><bdi[^>]*>2025/);
    const none = await open('/portfolio?year=1999', { '/api/getWork': list(works) });
    expect(none.html).toContain('No work matches this.');
  });

  it('is read by category from a host that lacks the call, without years', async () => {
    const { html } = await open('/portfolio', {
      '/api/getProjects/3?page=1': list([project(1)], 2),
      '/api/getProjects/3?page=2': list([project(2)], 2),
    });
    expect(html.match(/portfolioOne\/\d+/g)).toEqual(['portfolioOne/1', 'portfolioOne/2']);
    expect(html).not.toContain('By year');
  });

  it.each([
    ['a single work', { '/api/getWork': list(works.slice(0, 1)) }],
    ['a host that cannot list projects', {}],
  ])('is no section at all for %s', async (_what, answers) => {
    expect((await open('/portfolio', answers)).html).not.toContain('all-work');
  });
});

describe('work on the home page', () => {
  const Home = () => (
    <>
      {useHasHeroWork() && <HeroWork />}
      <SelectedWork title="Selected work" />
    </>
  );
  const categories = [film, { ...film, id: 4, title: 'Empty', projects_count: 0 }, { ...film, id: 5 }];

  async function home(
    answers: Record<string, unknown>,
    artwork: 'pattern' | 'picture' | 'plain' = 'pattern',
  ) {
    const asked = host(answers);
    const client = serverClient();
    await client.prefetchQuery(homeWorkQuery());
    const site = { ...sampleSite, brand: { ...sampleSite.brand, artwork } };
    return { asked, html: render('/', Home, '/', client, site) };
  }
  const idsIn = (html: string) => html.match(/(?<=portfolioOne\/)\d+/g);

  it('is the first of each of the first categories, leaving out those that have none', async () => {
    const { asked, html } = await home({
      '/api/getProjectCategory?page=1': list(categories),
      '/api/getProjects/3?page=1': list([1, 2, 3, 4, 6, 8].map((id) => project(id))),
      '/api/getProjects/5?page=1': list([project(7, { category_id: 5 })]),
    });
    expect(asked).not.toContain('/api/getProjects/4?page=1');
    expect(idsIn(html)).toEqual(['1', '7', '2', '3', '4', '6']);
  });

  it('has the first one with a picture in the hero, loaded first, with its result', async () => {
    const answers = {
      '/api/getProjectCategory?page=1': list([film]),
      '/api/getProjects/3?page=1': list([
        project(1, { images: [] }),
        project(2, { result: 'Seen by half a town' }),
        project(3),
      ]),
    };
    for (const artwork of ['pattern', 'plain'] as const) {
      const { html } = await home(answers, artwork);
      const [hero = '', section] = html.split('id="selected-work"');
      expect(idsIn(hero)).toEqual(['2']);
      expect(hero).toMatch(/<img loading="eager" fetchPriority="high"[^>]* src="\/storage\/2-1.webp"/);
      expect(hero).toContain('Seen by half a town');
      expect(idsIn(section ?? '')).toEqual(['1', '3']);
    }
    // The company's own picture stays alone.
    const { html } = await home(answers, 'picture');
    expect(html).not.toContain('<figure');
    expect(idsIn(html)).toEqual(['1', '2', '3']);
  });

  it('names at least three clients of all projects that were read, each once', async () => {
    const named = (names: (string | undefined)[]) => ({
      '/api/getProjectCategory?page=1': list([film]),
      '/api/getProjects/3?page=1': list(names.map((client, at) => project(at + 1, { client }))),
    });
    const many = await home(
      named(['Rail', 'Rail', 'Port', undefined, 'Project 5', 'Hall', 'Mill', 'School']),
    );
    const line = /aria-labelledby="clients">(.*?)<\/ul>/.exec(many.html)?.[1] ?? '';
    expect(line.match(/(?<=<bdi[^>]*>)[^<]+/g)).toEqual(['Rail', 'Port', 'Hall', 'Mill', 'School']);
    expect((await home(named(['Rail', 'Port', 'Rail']))).html).not.toContain('id="clients"');
  });

  it('is in the hero alone if there is only one', async () => {
    const { html } = await home({
      '/api/getProjectCategory?page=1': list([film]),
      '/api/getProjects/3?page=1': list([project(1)]),
    });
    expect(html).toContain('<figure');
    expect(html).not.toContain('Selected work');
  });

  it('is nothing at all while there is nothing to show', async () => {
    expect((await home({ '/api/getProjectCategory?page=1': list([]) })).html).toBe('');
    expect((await home({})).html).toBe('');
  });
});
