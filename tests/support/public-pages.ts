import { stubJob, stubMember } from './stub-rows.ts';

/** A public page with data, and the content that it shows from each of its calls. */
export interface PublicPage {
  path: string;
  /** Text that the page shows even if the API host fails: the title of the page, or of the notice in its place. */
  always: string;
  /** Paths of the calls without which the page is only a notice, and words of their data. */
  main: Record<string, string>;
  /** Paths of the calls that only fill a section, and words of that section. */
  side: Record<string, string>;
}

const stamps = { created_at: '2026-01-05T00:00:00.000Z', updated_at: '2026-01-05T00:00:00.000Z' };

/** Returns one or two records of everything that visitors can see. */
export function publicData() {
  const post = { description: '<p>The words.</p>', blog_image: null, is_active: 1, ...stamps };
  const project = { description: '<p>It moves.</p>', ...stamps };
  return {
    blogs: [
      { id: 1, blog_title: 'The first post', ...post },
      { id: 2, blog_title: 'The second post', ...post },
    ],
    categories: [{ id: 1, title: 'Film', ...stamps }],
    projects: [
      { id: 1, title: 'The river', v_order: 1, category_id: 1, ...project },
      { id: 2, title: 'The bridge', v_order: 2, category_id: 1, credits: 'Zarghuna\tEdit\t1', ...project },
    ],
    jobs: [stubJob(1, { title: 'Cutter' }), stubJob(2, { title: 'Grader' })],
    team_members: [stubMember(1, { name: 'Zarghuna' })],
  };
}

/** The public pages that read data, with `publicData`. */
export const pagesWithData: readonly PublicPage[] = [
  {
    path: '/',
    always: 'Naqsh means pattern',
    main: {},
    side: {
      '/api/getProjectCategory': 'Selected work',
      '/api/getProjects/1': 'Selected work',
      '/api/activeBlogs': 'Latest posts',
      '/api/jobs': 'Open positions',
    },
  },
  {
    path: '/portfolio',
    always: 'Portfolio',
    main: { '/api/getProjectCategory': 'Film' },
    side: { '/api/getWork': 'id="all-work"' },
  },
  {
    path: '/portfolio/Film',
    always: 'Portfolio',
    main: { '/api/getCategoryByTitle': 'Made with|All work', '/api/getProjects/1': 'The river' },
    side: {},
  },
  {
    path: '/portfolioOne/1',
    always: 'Portfolio',
    main: { '/api/getSingleProject/1': 'It moves.' },
    side: { '/api/getSingleCategory/1': '<dt>Category</dt>', '/api/getProjects/1': 'Next project' },
  },
  { path: '/publishing', always: 'Publishing', main: { '/api/activeBlogs': 'The first post' }, side: {} },
  {
    path: '/view-blog/1',
    always: 'All posts',
    main: { '/api/singlePost/1': 'The words.' },
    side: { '/api/activeBlogs': 'The second post' },
  },
  {
    path: '/team',
    always: 'Team',
    main: { '/api/team': 'Zarghuna' },
    side: { '/api/getWork': 'Work by' },
  },
  { path: '/careers', always: 'How we hire', main: {}, side: { '/api/jobs': 'Cutter' } },
  { path: '/careers/apply', always: 'Open positions', main: { '/api/jobs': 'Cutter' }, side: {} },
  {
    path: '/careers/apply/1',
    always: 'All positions',
    main: { '/api/singleJob/1': 'The work of job 1.' },
    side: { '/api/jobs': 'Also open' },
  },
];

/** The public pages that read no data. */
export const pagesWithoutData = [
  '/contact',
  '/apps',
  '/delete-account',
  '/privacy-policy',
  '/terms-conditions',
  '/careers/apply?spontaneous=1',
];
