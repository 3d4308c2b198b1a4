// @module-tag deep/hosts: in front of a foreign host
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { projectForm, sendForm, withTexts } from '../../support/forms.ts';
import { describeKnownCalls, read, siteBefore } from './known-calls.ts';

describe('in front of a Nest host', () => {
  const site = siteBefore('nest');
  describeKnownCalls(site);

  it('a project without an address is added with its pictures, and changed', async () => {
    const [category] = site.host.categories();
    const form = withTexts(
      (await projectForm(1)).filter(({ name }) => name !== 'video'),
      { category_id: category?.id ?? '', project_url: '' },
    );
    const added = await sendForm(site.admin.post(callPath(contract.addProject)), form);
    expect(added.status, added.text).toBe(200);
    expect(site.host.projects().at(-1)).toMatchObject({
      title: 'The film',
      categoryId: category?.id,
      pictures: form.flatMap((part) => ('file' in part ? part.file : [])),
    });
    const id = site.host.projects().at(-1)?.id ?? '';
    const texts = form.filter((part) => 'text' in part);
    const changed = await sendForm(
      site.admin.post(callPath(contract.updateProject, { id })),
      withTexts(texts, { title: 'The other film' }),
    );
    expect(changed.status, changed.text).toBe(200);
    expect(await read(site.visitor, 'getSingleProject', id)).toMatchObject({ id, title: 'The other film' });
    await site.admin.post(callPath(contract.deleteProject, { id })).expect(200);
    expect(site.host.projects().some((project) => project.id === id)).toBe(false);
  });

  it('a message arrives with what the host has a place for', async () => {
    const message = {
      name: 'Nadia',
      email: 'nadia@example.com',
      subject: 'Hello',
      message: 'A film,\nplease.',
    };
    const sent = await site.visitor.post(callPath(contract.contactUs)).send(message);
    expect(sent.status, sent.text).toBe(200);
    expect(site.host.data.contacts).toEqual([
      { fullName: 'Nadia', emailAddress: 'nadia@example.com', text: 'A film,\nplease.' },
    ]);
  });

  it('jobs and a team are what this host has not, and nothing is asked for them', async () => {
    site.host.requests.length = 0;
    const { missing } = await read(site.visitor, 'hostCalls');
    expect(missing).toEqual(expect.arrayContaining(['jobs', 'team', 'applyJob', 'addProjectCategory']));
    await site.visitor.get(callPath(contract.team)).expect(404);
    const careers = await site.visitor.get('/careers').set('accept', 'text/html').expect(200);
    expect(/<main.*<\/main>/s.exec(careers.text)?.[0]).not.toMatch(/Open positions|Nothing is open/);
    // The product may read at any time what other pages show.
    const asked = site.host.requests.map(({ path }) => path);
    expect(asked.filter((path) => !/^\/(?:articles|categories|works|auth)\b/.test(path))).toEqual([]);
  });
});
