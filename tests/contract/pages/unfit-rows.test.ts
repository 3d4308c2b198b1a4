import { expect, test } from 'vitest';
import { openPage } from '../../support/page-forms.ts';
import { publicData } from '../../support/public-pages.ts';
import { stubMember } from '../../support/stub-rows.ts';
import { stubSite } from '../../support/stub-site.ts';

const site = stubSite();

/** Makes the host answer this at a path. */
const answers = (path: string, data: unknown) =>
  site.stub.misbehave({ kind: 'answer', status: 200, body: JSON.stringify({ status: 1, data }) }, { path });

test('one person without a photo and one without a name leave the page of the team standing', async () => {
  const people = [{ name: 'Zarghuna' }, { name: 'Palwasha', image: null }, { name: null as never }];
  const data = people.map((person, index) => stubMember(index + 1, person));
  answers('/api/team', { data, current_page: 1, last_page: 1 });
  const { status, text } = await openPage(site.app, '/team');
  expect(status).toBe(200);
  for (const name of ['Zarghuna', 'Palwasha']) expect(text).toContain(name);
  const told = site.app.logLines.filter(({ call, field }) => call === 'team' && field === 'name');
  expect(told).toMatchObject([{ level: 40, id: '3' }]);
});

test.each(['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'studio.example', '/film'])(
  'a project links to no address but one of the web, and shows nothing of another site: %j',
  async (project_url) => {
    const foreign = {
      video: '//evil.example/film.mp4',
      images: [{ id: 1, image: 'https://evil.example/a.png' }],
    };
    answers('/api/getSingleProject/1', { ...publicData().projects[0], ...foreign, project_url });
    const { text } = await openPage(site.app, '/portfolioOne/1');
    const shown = /<article.*<\/article>/s.exec(text)?.[0];
    expect(shown).toContain('It moves.');
    expect(shown).not.toMatch(/evil\.example|target="_blank" rel="noreferrer noopener"/);
  },
);
