import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { creditsText } from '#shared/credits.ts';
import type { Id } from '#shared/id.ts';
import { type FormPart, sendForm } from '../../support/forms.ts';
import { type Agent, signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import type { Company, Picture } from './company.ts';

/** Starts the product without sample content, and enters the company as its owner does: by the calls of the admin area. */
export async function startCompany(company: Company): Promise<TestApp> {
  const app = await startTestApp();
  try {
    if (!app.firstAdmin) throw new Error('The engine made no first admin.');
    const { agent } = await signIn(app, app.firstAdmin);
    await saveSite(agent, company);
    const members = await addTeam(agent, company);
    await addPortfolio(agent, company, members);
    for (const { title, html, cover } of company.posts ?? []) {
      const post = texts({ blog_title: title, is_active: 1, description: html });
      await submit(agent, contract.saveBlog, [...post, await file('blog_image', cover)]);
    }
    for (const [index, job] of (company.jobs ?? []).entries())
      await send(agent, contract.addJob, { status: 'open', v_order: index + 1, ...job });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function saveSite(agent: Agent, { site, files }: Company): Promise<void> {
  const stored = new Map<string, string>();
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : await content().jpeg().toBuffer();
    const [key = '', type = ''] = name.replace('-dark', '_dark').replace('jpg', 'jpeg').split('.');
    const added = await send(agent, contract.addSiteFile, { key, type, data: bytes.toString('base64') });
    stored.set(name, added.name);
  }
  const brand = Object.fromEntries(
    Object.entries(site.brand ?? {}).map(([key, value]) => [key, stored.get(String(value)) ?? value]),
  );
  const { body } = await agent.get(callPath(contract.getSite));
  await send(agent, contract.updateSite, { site: { ...site, brand }, updated_at: body.data.updated_at });
}

/** Adds the team, and returns the ids of its members by their names. */
async function addTeam(agent: Agent, { team = [] }: Company): Promise<Map<string, Id>> {
  for (const [index, { portrait, ...member }] of team.entries()) {
    const form = texts({ ...member, v_order: index + 1, is_active: 1 });
    await submit(agent, contract.addTeamMember, [...form, await file('image', portrait)]);
  }
  const { body } = await agent.get(callPath(contract.team));
  return new Map(body.data.data.map(({ name, id }: { name: string; id: Id }) => [name, id]));
}

async function addPortfolio(agent: Agent, { categories = [] }: Company, members: Map<string, Id>) {
  for (const { title, image, logo, works } of categories) {
    const category = await submit(agent, contract.addProjectCategory, [
      ...texts({ title }),
      await file('image', image),
      await file('tech_image[]', logo),
    ]);
    for (const [index, { pictures, services = [], credits = [], ...work }] of works.entries()) {
      const people = credits.map(([role, name]) => ({ role, name, member: members.get(name) }));
      const form = texts({
        ...work,
        category_id: category.id,
        v_order: index + 1,
        services: services.join('\n'),
        credits: creditsText(people),
      });
      const images = await Promise.all(pictures.map((picture, at) => file(`images[${at}]`, picture)));
      await submit(agent, contract.addProject, [...form, ...images]);
    }
  }
}

function texts(fields: Record<string, string | number | undefined>): FormPart[] {
  return Object.entries(fields).flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : { name, text: String(text) },
  );
}

async function file(name: string, picture: Picture): Promise<FormPart> {
  const bytes = await picture().webp().toBuffer();
  return { name, file: bytes, filename: 'picture.webp', type: 'image/webp' };
}

type Row = Parameters<typeof callPath>[0];

/** An added record, or the stored name of an added file. */
interface Added {
  id: Id;
  name: string;
}

async function submit(agent: Agent, row: Row, form: readonly FormPart[]): Promise<Added> {
  return dataOf(row, await sendForm(agent.post(callPath(row)), form));
}

async function send(agent: Agent, row: Row, body: object): Promise<Added> {
  return dataOf(row, await agent.post(callPath(row)).send(body));
}

function dataOf(row: Row, { status, body }: { status: number; body: { data: Added } }): Added {
  if (status !== 200) throw new Error(`${row.path} was answered with ${status}: ${JSON.stringify(body)}`);
  return body.data;
}
