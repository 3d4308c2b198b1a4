// @module-tag deep/hosts: in front of a foreign host
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { acceptedTypes } from '#shared/limits.ts';
import { listedApplicantSchema, singleApplicantSchema } from '#shared/schemas/applicant.ts';
import { pageOf } from '#shared/schemas/envelope.ts';
import { jobSchema, listedJobSchema } from '#shared/schemas/job.ts';
import { teamMemberSchema } from '#shared/schemas/team-member.ts';
import {
  applicationForm,
  categoryEditForm,
  categoryForm,
  projectEditForm,
  projectForm,
  sendForm,
} from '../../support/forms.ts';
import { bytesAt, describeKnownCalls, read, siteBefore } from './known-calls.ts';

describe('in front of a Laravel host', () => {
  const site = siteBefore('laravel');
  describeKnownCalls(site);

  it('a naive date is one of the zone that host.json names, in summer and in winter', async () => {
    const { data } = await read(site.visitor, 'activeBlogs');
    for (const { id, created_at } of data) {
      const { published_at } = site.host.data.posts.find((post) => post.id === id) ?? {};
      expect(created_at).toBe(new Date(Math.floor((published_at ?? 0) / 1000) * 1000).toISOString());
    }
  });

  it('a category is added with its logos, changed by a form that says PUT, and a logo is removed', async () => {
    const { data } = site.host;
    const send = async (path: string, form: Awaited<ReturnType<typeof categoryForm>>) => {
      const answer = await sendForm(site.admin.post(path), form);
      expect(answer.status, answer.text).toBe(200);
    };
    const form = await categoryForm();
    await send(callPath(contract.addProjectCategory), form);
    const made = data.services.at(-1);
    const id = made?.id ?? 0;
    const sent = form.flatMap((part) => ('file' in part ? part.file : []));
    const kept = [made?.icon, ...(made?.technologies ?? []).map(({ logo }) => logo)];
    expect(kept.map((path) => data.files.get(path ?? ''))).toEqual(sent);

    await send(callPath(contract.updateProjectCategory, { id }), await categoryEditForm());
    expect(made?.technologies).toHaveLength(4);
    const category = await read(site.visitor, 'getSingleCategory', id);
    expect(category.tech_img).toHaveLength(4);
    await site.admin.delete(callPath(contract.deleteTechImage, { id: category.tech_img[0].id })).expect(200);
    expect(made?.technologies).toHaveLength(3);
    await site.admin.post(callPath(contract.deleteProjectCategory, { id })).expect(200);
    const inUse = await site.admin.post(callPath(contract.deleteProjectCategory, { id: 1 }));
    expect([inUse.status, inUse.body.message]).toEqual([409, 'This service still has projects.']);
  });

  it('a project is added with its images, changed, and loses one of them', async () => {
    const { data } = site.host;
    const form = (await projectForm(2)).filter(({ name }) => name !== 'video');
    const added = await sendForm(site.admin.post(callPath(contract.addProject)), form);
    expect(added.status, added.text).toBe(200);
    const made = data.projects.at(-1);
    const id = made?.id ?? 0;
    expect(made).toMatchObject({
      name: 'The film',
      service_id: 2,
      position: 3,
      website: 'https://studio.example/film',
    });
    expect(made?.images.map(({ path }) => data.files.get(path))).toEqual(
      form.flatMap((part) => ('file' in part ? part.file : [])),
    );
    const edit = (await projectEditForm(3)).filter(({ name }) => name !== 'video');
    const changed = await sendForm(site.admin.post(callPath(contract.updateProject, { id })), edit);
    expect(changed.status, changed.text).toBe(200);
    expect(made).toMatchObject({ name: 'The other film', service_id: 3 });
    const project = await read(site.visitor, 'getSingleProject', id);
    expect(project).toMatchObject({ category_id: 3, v_order: 3 });
    await site.admin.delete(callPath(contract.deleteProjectImage, { id: project.images[0].id })).expect(200);
    expect(made?.images).toHaveLength(2);
    await site.admin.post(callPath(contract.deleteProject, { id })).expect(200);
  });

  it('jobs are read and written in words of ours, and an application arrives with its CV', async () => {
    const { data } = site.host;
    const open = pageOf(listedJobSchema).parse(await read(site.visitor, 'jobs'));
    expect(open.data.map(({ title }) => title)).toEqual(['Art director', 'Laravel developer']);
    const job = jobSchema.parse(await read(site.visitor, 'singleJob', 1));
    expect(job).toMatchObject({
      employment_type: 'FULL_TIME',
      location_type: 'onsite',
      city: 'Hamburg',
      status: 'open',
      closes_at: '2031-12-31',
    });
    expect(pageOf(listedJobSchema).parse(await read(site.admin, 'getJobs')).data).toHaveLength(3);

    const change = {
      ...job,
      department: 'Design',
      employment_type: 'CONTRACTOR',
      status: 'closed',
      country: 'DE',
    };
    const changed = await site.admin.post(callPath(contract.updateJob, { id: 1 })).send(change);
    expect(changed.status, changed.text).toBe(200);
    expect(data.vacancies[0]).toMatchObject({ department: 'Design', employment: 'contract', is_open: false });

    const form = applicationForm();
    const sent = await sendForm(site.visitor.post(callPath(contract.applyJobFor, { id: 2 })), form);
    expect(sent.status, sent.text).toBe(200);
    const [application] = data.applications;
    expect(application).toMatchObject({ vacancy_id: 2, state: 'received' });
    const cv = form.flatMap((part) => ('file' in part ? part.file : []))[0];
    expect(data.privateFiles.get(application?.resume ?? '')).toEqual(cv);
    expect(await bytesAt(site.admin, callPath(contract.downloadCv, { id: application?.id ?? 0 }))).toEqual(
      cv,
    );
  });

  it('applicants are listed, searched, opened and moved by what the host has, and nothing else is said to be there', async () => {
    const { data } = site.host;
    const names = [...Array.from({ length: 13 }, (_, at) => `Nadia ${at + 1}`), 'Özgür Şahin'];
    data.applications.splice(
      0,
      data.applications.length,
      ...names.map((name, at) => ({
        ...{ id: at + 1, vacancy_id: 2, name, email: `${at}@applicant.example`, phone: null },
        ...{ motivation: 'I draw.', resume: '', resume_name: 'cv.pdf', state: 'received' },
        ...{ created_at: 1e12 + at * 1e9, updated_at: 1e12 + at * 1e9 },
      })),
    );
    Object.assign(data.applications[3] ?? {}, { state: 'interview' });
    Object.assign(data.applications[4] ?? {}, { state: 'on hold', resume_name: 'cv/2024/My%20CV.docx' });

    const page = pageOf(listedApplicantSchema).parse(
      await read(site.admin, 'getApplicants', undefined, '?page=2'),
    );
    expect(page).toMatchObject({ total: 14, current_page: 2, last_page: 2 });
    // The host has no such order, so the product sorts the whole list.
    const named = async (query: string) =>
      (await read(site.admin, 'getApplicants', undefined, query)).data.map(
        ({ name }: { name: string }) => name,
      );
    expect((await named('?sort=oldest')).slice(0, 2)).toEqual(['Nadia 1', 'Nadia 2']);
    expect(await named('?search=sahin%20ozgur&sort=unread')).toEqual(['Özgür Şahin']);
    expect(await named('?search=nadia%2013&job_id=2')).toEqual(['Nadia 13']);
    expect(await named('?search=nadia%2013&job_id=1')).toEqual([]);
    expect(await named('?status=interview')).toEqual(['Nadia 4']);
    expect(await named('?is_read=0')).toEqual([]);

    const one = singleApplicantSchema.parse(await read(site.admin, 'getSingleApplicant', 5));
    expect(one).toMatchObject({
      ...{ reference: '5', name: 'Nadia 5', status: 'new', rating: 0, is_read: 1, retain_until: '' },
      ...{ cv_name: 'My CV.docx', cv_mime: acceptedTypes.document[2], cv_size: 0, notes: [], events: [] },
      submissions: [{ number: 1, reference: '5', cover_letter: 'I draw.' }],
    });
    expect(one.consent_at).toBe(one.created_at);

    const { missing, by_file } = await read(site.admin, 'hostCalls');
    expect(missing).toEqual(
      expect.arrayContaining(['addApplicantNote', 'bulkApplicants', 'exportApplicants']),
    );
    expect(by_file).toEqual({
      applicant_changes: ['status'],
      applicant_statuses: ['new', 'interview', 'offered', 'hired', 'rejected'],
    });
    expect((await read(site.visitor, 'hostCalls')).by_file).toBeUndefined();
    const change = (body: object) =>
      site.admin.post(callPath(contract.updateApplicantStatus, { id: 5 })).send(body);
    const moved = await change({ status: 'offered', updated_at: one.updated_at });
    expect([moved.status, moved.body.data?.status, data.applications[4]?.state]).toEqual([
      200,
      'offered',
      'offer',
    ]);
    const rated = await change({ rating: 4 });
    expect([rated.status, rated.body.code]).toEqual([404, 'host.callMissing']);
    await site.admin.post(callPath(contract.deleteApplicant, { id: 5 })).expect(200);
    expect(data.applications).toHaveLength(13);
  });

  it('the team has its photos, and a message arrives whole', async () => {
    const { data } = pageOf(teamMemberSchema).parse(await read(site.visitor, 'team'));
    expect(data.map(({ name, designation, is_active }) => [name, designation, is_active])).toEqual([
      ['Jana Admin', 'Managing director', 1],
      ['Mira Şahin', 'Designer', 1],
    ]);
    expect(data[0]?.linkedin_url).toBe('https://www.linkedin.com/in/jana-admin');
    expect(await bytesAt(site.visitor, data[1]?.image)).toEqual(site.host.data.files.get('people/3.jpg'));
    expect((await read(site.admin, 'getTeam')).data).toHaveLength(3);

    const message = {
      name: 'Nadia',
      email: 'nadia@example.com',
      subject: 'Hello',
      message: 'A film,\nplease.',
    };
    const sent = await site.visitor.post(callPath(contract.contactUs)).send(message);
    expect(sent.status, sent.text).toBe(200);
    expect(site.host.data.contactMessages).toEqual([message]);
  });
});
