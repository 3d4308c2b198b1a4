import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { runStudio } from '../../../tools/cli/run.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';

const owner = { email: 'admin@localhost', password: 'correct horse battery' };

it('a saved site comes before site.json, and with SITE_FILE the file alone counts and nothing is saved', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-site-file-'));
  await writeFile(join(folder, 'site.json'), JSON.stringify({ ...sampleFile, name: 'From the File' }));
  const start = (environment: Record<string, string> = {}) =>
    startTestApp({ DATA_DIR: folder, ADMIN_PASSWORD: owner.password, ...environment });
  const homeOf = async ({ url }: { url: string }) => (await fetch(url)).text();
  const site = { ...sampleFile, name: 'Saved in the Browser' };

  const open = await start();
  expect(await homeOf(open)).toContain('From the File');
  const { agent } = await signIn(open, owner);
  const { body: file } = await agent.get(callPath(contract.getSite));
  expect(file.data).toMatchObject({ origin: 'file', site: { name: 'From the File' } });
  await agent
    .post(callPath(contract.updateSite))
    .send({ site, updated_at: file.data.updated_at })
    .expect(200);
  expect(await homeOf(open)).toContain('Saved in the Browser');
  await open.close({ keepData: true });

  const again = await start();
  expect(await homeOf(again)).toContain('Saved in the Browser');
  await again.close({ keepData: true });

  const readOnly = await start({ SITE_FILE: 'on' });
  expect(await homeOf(readOnly)).toContain('From the File');
  const { agent: admin } = await signIn(readOnly, owner);
  const { body } = await admin.get(callPath(contract.getSite));
  expect(body.data).toMatchObject({ origin: 'file', read_only: true, site: { name: 'From the File' } });
  const refused = await admin.post(callPath(contract.updateSite)).send({ site });
  expect([refused.status, refused.body.code]).toEqual([403, 'site.readOnly']);
  await readOnly.close();
});

it('an owner saves over site.json with its pictures, which the site keeps without the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-site-file-'));
  const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>';
  const site = { name: 'Mahr', email: 'mahr@studio.example', brand: { logo: 'logo.svg' } };
  await writeFile(join(folder, 'site.json'), JSON.stringify(site));
  await writeFile(join(folder, 'logo.svg'), logo);
  const start = () => startTestApp({ DATA_DIR: folder, ADMIN_PASSWORD: owner.password });

  const first = await start();
  const { agent } = await signIn(first, owner);
  const saved = await agent
    .post(callPath(contract.updateSite))
    .send({ site: { ...site, name: 'Mahr Works' } });
  expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
  const { src } = saved.body.data.files[0];
  await first.close({ keepData: true });

  await rm(join(folder, 'logo.svg'));
  await rm(join(folder, 'site.json'));
  const later = await start();
  expect(await (await fetch(later.url)).text()).toContain(src);
  expect((await fetch(later.url + src)).status).toBe(200);
  await later.close();
});

it('the addresses of the product win at every door, and what comes in is cleaned and dated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-site-file-'));
  const words = 'Words of a page';
  const page = (path: string) => ({
    id: path.replace(/\W/g, 'p'),
    path,
    title: 'Ours',
    text: `<p>${words}<script>x()</script></p>`,
    published: true,
  });
  const site = { name: 'Mahr', email: 'mahr@studio.example', legal: { terms: '<p>Terms</p>' } };
  const colliding = { ...site, own_pages: ['/about', '/admin', '/storage'].map(page) };
  const write = (content: object) => writeFile(join(folder, 'site.json'), JSON.stringify(content));
  const start = () => startTestApp({ DATA_DIR: folder, ADMIN_PASSWORD: owner.password });
  const expectWon = async ({ url, logLines }: Awaited<ReturnType<typeof start>>) => {
    const shown = await Promise.all(
      ['/about', '/admin', '/storage'].map(async (path) => {
        const text = await (await fetch(url + path, { headers: { Accept: 'text/html' } })).text();
        return [text.includes(words), text.includes(`href="${path}"`)];
      }),
    );
    expect(shown.map(([has]) => has)).toEqual([true, false, false]);
    expect(logLines.flatMap(({ addresses }) => addresses ?? [])).toEqual(['/admin', '/storage']);
  };

  await write(colliding);
  const first = await start();
  await expectWon(first);
  const { agent } = await signIn(first, owner);
  const { body } = await agent.get(callPath(contract.getSite));
  const again = { ...body.data.site, phone: '+92 91 0000000' };
  await agent.post(callPath(contract.updateSite)).send({ site: again }).expect(200);
  await first.close({ keepData: true });

  // A site that is stored is shown without those pages, after a restore and after an update too.
  await rm(join(folder, 'site.json'));
  const second = await start();
  await expectWon(second);
  await second.close({ keepData: true });

  const company = await mkdtemp(join(tmpdir(), 'studio-site-import-'));
  const bringIn = async (content: object) => {
    await writeFile(join(company, 'site.json'), JSON.stringify(content));
    const err: string[] = [];
    const code = await runStudio(['site', 'import', company], {
      environment: { DATA_DIR: folder },
      out: () => {},
      err: (text) => err.push(text),
    });
    return [code, err.join('\n')];
  };
  const lookalike = { ...site, own_pages: [page('/аdmin')] };
  expect(await bringIn(lookalike)).toEqual([1, expect.stringContaining('own_pages.0.path: is taken by')]);
  const moved = {
    ...site,
    legal: { terms: '<p>New<script>x()</script></p>' },
    own_pages: [{ ...page('/about'), path: '/us' }],
  };
  expect(await bringIn(moved)).toEqual([0, '']);

  const third = await start();
  const { agent: later } = await signIn(third, owner);
  const { data } = (await later.get(callPath(contract.getSite))).body;
  expect(JSON.stringify(data.site)).not.toContain('script');
  expect(data.site.legal).toEqual({
    terms: '<p>New</p>',
    terms_updated: new Date().toISOString().slice(0, 10),
  });
  expect((await fetch(`${third.url}/about`, { redirect: 'manual' })).headers.get('location')).toBe('/us');
  await third.close();
  await rm(company, { recursive: true });
});
