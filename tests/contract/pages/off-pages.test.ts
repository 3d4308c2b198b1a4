import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { goodJob } from '../resources/cases/jobs.ts';

/** A school without jobs: its owner takes Careers and Jobs off the site. */

const school: SiteJson = {
  name: 'Musikschule Ost',
  email: 'office@schule.example',
  address: { city: 'Leipzig', country: 'Germany' },
};
const app = { id: 'notes', name: 'Notes', summary: 'Sheet music.', developer: 'Musikschule Ost' };

withEngine('embedded', (engine: Engine) => {
  const save = async (pages: SiteJson) => {
    const site = { ...school, apps: [app], pages };
    const answer = await engine.admin.post(callPath(contract.updateSite)).send({ site });
    expect(answer.status, answer.text).toBe(200);
  };
  const open = (path: string) => engine.visitor.get(path).set('Accept', 'text/html');
  const markup = async (path: string) => (await open(path)).text.replace(/<script.*?<\/script>/gs, '');
  const addJob = async () =>
    (await engine.admin.post('/api/addJob').send({ ...goodJob, status: 'open' })).body.data.id as number;
  const others = ['/', '/team', '/contact', '/terms-conditions', '/nope'];

  it('takes Jobs off the site: its pages, its feed, and every link to them', async () => {
    const job = `/careers/apply/${await addJob()}`;
    await save({ home: { services: { items: [{ title: 'Piano', text: 'Lessons.' }] } } });
    const gone = ['/careers/apply', '/careers/apply?spontaneous=1', job];
    for (const path of [...gone, '/jobs.xml']) expect([path, (await open(path)).status]).toEqual([path, 200]);
    expect(await markup('/')).toContain(job);
    expect(await markup('/contact')).toContain('href="/careers/apply"');

    await save({ jobs: { show: false } });
    for (const path of [...gone, '/jobs.xml']) expect([path, (await open(path)).status]).toEqual([path, 404]);
    const posted = await engine.visitor.post(job).set('Accept', 'text/html').type('form').send({ name: 'A' });
    expect(posted.status).toBe(404);
    for (const path of [...others, '/careers'])
      expect(await markup(path), path).not.toMatch(/href="\/(careers\/apply|jobs\.xml)/);
    expect(await markup('/careers')).toContain('<h1');
    expect((await open('/sitemap.xml')).text).not.toContain('/careers/apply');
    expect((await open('/sitemap.xml')).text).toContain('/careers</loc>');
  });

  it('takes Careers off the site, and shows it again', async () => {
    await save({ careers: { show: false } });
    expect((await open('/careers')).status).toBe(404);
    expect((await open('/careers/apply')).status).toBe(200);
    for (const path of others) expect(await markup(path), path).not.toContain('href="/careers"');
    expect((await open('/sitemap.xml')).text).not.toContain('/careers</loc>');
    await save({});
    expect((await open('/careers')).status).toBe(200);
    expect(await markup('/')).toContain('href="/careers"');
    expect((await open('/sitemap.xml')).text).toContain('/careers</loc>');
  });
});
