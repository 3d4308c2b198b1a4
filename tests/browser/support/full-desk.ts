import type { Id } from '#shared/id.ts';
import { makeSavedAnswer } from '../../contract/resources/cases/answers.ts';
import { makeBlog } from '../../contract/resources/cases/blogs.ts';
import { makeCategory } from '../../contract/resources/cases/categories.ts';
import { makeJob } from '../../contract/resources/cases/jobs.ts';
import { makeMessage } from '../../contract/resources/cases/messages.ts';
import { makePicture } from '../../contract/resources/cases/pictures.ts';
import { makeProject } from '../../contract/resources/cases/projects.ts';
import { makeMember } from '../../contract/resources/cases/team.ts';
import type { Engine } from '../../support/engines.ts';
import { applyTo } from './applicants-admin.ts';
import { unbroken, urdu } from './long-names.ts';

/** The longest name that every field accepts, without a place to break. */
export const longName = unbroken.slice(0, 200);

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQMGgAAAEUAMFfg0CEAAAAAElFTkSuQmCC';
/** A text with a picture over the whole page; on a page in Urdu it runs against the page. */
const overThePage = `<p>Words</p><figure data-width="full"><img src="${dot}" alt="A dot"></figure><p>More words</p>`;

/** Ids of records that have an address in a full admin area. */
export interface FullDesk {
  category: Id;
  project: Id;
  blog: Id;
  job: Id;
  applicant: Id;
  picture: Id;
}

/**
 * Fills every list of the admin area, with two rows where the number matters, and with names that test the layout.
 */
export async function fillDesk(engine: Engine): Promise<FullDesk> {
  const { admin } = engine;
  const job = await makeJob(engine, { title: longName, department: longName, status: 'open' });
  await makeJob(engine, { title: urdu, department: 'فلم' });
  const applicant = await applyTo(engine, job.id, {
    name: longName,
    email: `${'x'.repeat(60)}@x.example`,
    city: longName,
  });
  await applyTo(engine, undefined, { name: urdu, email: 'urdu@applicant.example' });
  const category = await makeCategory(engine, longName);
  await makeCategory(engine, urdu);
  const [project] = [
    await makeProject(engine, {
      title: longName,
      category_id: String(category.id),
      description: overThePage,
    }),
    await makeProject(engine, { title: urdu, category_id: String(category.id) }),
  ];
  for (const name of [longName, urdu])
    await makeMember(engine, { name, designation: name, department: name, bio: name });
  const blog = await makeBlog(engine, { blog_title: longName });
  const gone = await makeBlog(engine, { blog_title: urdu });
  await admin.call('deleteBlog', gone.id).expect(200);
  for (const name of [longName, urdu])
    await makeMessage(engine, 'contact', { name, subject: name, message: name });
  await makeMessage(engine, 'account_deletion');
  await makeSavedAnswer(engine);
  const picture = await makePicture(engine, urdu);
  await admin
    .call('invitePerson', { name: longName, email: 'zoya@studio.example', role: 'editor' })
    .expect(200);
  await admin.call('addRedirect', { from: `/${longName}`, to: '/team' }).expect(200);
  return {
    category: category.id,
    project: project.id,
    blog: blog.id,
    job: job.id,
    applicant: applicant.id,
    picture: picture.id,
  };
}
