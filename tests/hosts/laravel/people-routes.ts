import { randomBytes } from 'node:crypto';
import type { Application, LaravelData, Person, Vacancy } from './content.ts';
import { added, found, removed, store } from './content-routes.ts';
import { type Context, HttpException, json, noContent, one, paginated, type Route } from './framework.ts';
import { resources } from './resources.ts';
import { truth } from './validation.ts';

const states = ['received', 'interview', 'offer', 'hired', 'rejected'];

/** Routes of vacancies with their applications, the agency's team, and its contact form. */
export function peopleRoutes(data: LaravelData, storage: string): Route[] {
  const present = resources(storage, data.services);

  function writeVacancy(context: Context, existing?: Vacancy): Vacancy {
    const given = context.validate({
      title: 'required|string|max:255',
      description: 'required|string',
      employment: 'required|in:full_time,part_time,contract,internship',
      department: 'string',
      location: 'string',
      remote: 'boolean',
      is_open: 'required|boolean',
      deadline: 'date',
    });
    const vacancy = existing ?? added(data.vacancies, { department: null, location: null, deadline: null });
    const remote = truth(given.remote ?? vacancy.remote);
    return Object.assign(vacancy, given, { remote, is_open: truth(given.is_open), updated_at: Date.now() });
  }

  function writePerson(context: Context, existing?: Person): Person {
    const given = context.validate({
      name: 'required|string|max:255',
      role: 'required|string|max:255',
      bio: 'string|max:2000',
      linkedin: 'url',
      position: 'integer',
      active: 'boolean',
      photo: `${existing ? '' : 'required|'}image|max:5120`,
    });
    const person = existing ?? added(data.people, { bio: null, linkedin: null, photo: null });
    const position = Number(given.position ?? person.position ?? data.people.length);
    const active = truth(given.active ?? person.active ?? true);
    Object.assign(person, given, { position, active, updated_at: Date.now() });
    person.photo = store(data, context, 'photo', 'people')[0] ?? person.photo;
    return person;
  }

  function apply(context: Context): Application {
    const vacancy = found(data.vacancies, 'Vacancy', context.ids[0]);
    if (!vacancy.is_open) throw new HttpException(410, 'This vacancy is closed.');
    const { name, email, phone, motivation } = context.validate({
      name: 'required|string|max:255',
      email: 'required|email',
      phone: 'string|max:50',
      motivation: 'string|max:5000',
      resume: 'required|mimes:pdf,doc,docx|max:5120',
      privacy: 'accepted',
    });
    const file = context.files.resume?.[0];
    const resume = `resumes/${randomBytes(20).toString('hex')}`;
    if (file) data.privateFiles.set(resume, file.bytes);
    return added(data.applications, {
      vacancy_id: vacancy.id,
      name: String(name),
      email: String(email),
      phone: (phone as string | undefined) ?? null,
      motivation: (motivation as string | undefined) ?? null,
      resume,
      resume_name: file?.name ?? '',
      state: 'received',
    });
  }

  const application = ({ ids: [id] }: Context) => found(data.applications, 'Application', id);
  const vacancy = ({ ids: [id], signedIn }: Context) =>
    found(
      data.vacancies.filter(({ is_open }) => signedIn || is_open),
      'Vacancy',
      id,
    );
  const ordered = (onlyActive: boolean) =>
    data.people
      .filter(({ active }) => active || !onlyActive)
      .sort((one, other) => one.position - other.position);

  return [
    [
      'GET',
      '/vacancies',
      'open',
      (context) =>
        paginated(
          context,
          data.vacancies.filter(({ is_open }) => is_open),
          present.vacancy,
        ),
    ],
    ['GET', '/admin/vacancies', 'auth', (context) => paginated(context, data.vacancies, present.vacancy)],
    ['GET', '/vacancies/{vacancy}', 'open', (context) => one(present.vacancy(vacancy(context)))],
    ['POST', '/vacancies', 'auth', (context) => one(present.vacancy(writeVacancy(context)), 201)],
    [
      'PUT',
      '/vacancies/{vacancy}',
      'auth',
      (context) => one(present.vacancy(writeVacancy(context, vacancy(context)))),
    ],
    ['DELETE', '/vacancies/{vacancy}', 'auth', (context) => removed(data.vacancies, vacancy(context))],

    [
      'POST',
      '/vacancies/{vacancy}/applications',
      'open',
      (context) => {
        const { id, created_at } = present.application(apply(context));
        return one({ id, created_at }, 201);
      },
    ],
    [
      'GET',
      '/admin/applications',
      'auth',
      (context) => {
        const wanted = context.query.get('vacancy_id');
        const rows = data.applications.filter(
          (each) => wanted === null || each.vacancy_id === Number(wanted),
        );
        return paginated(context, rows.reverse(), present.application);
      },
    ],
    [
      'GET',
      '/admin/applications/{application}',
      'auth',
      (context) => one(present.application(application(context))),
    ],
    [
      'GET',
      '/admin/applications/{application}/resume',
      'auth',
      (context) => {
        const { resume, resume_name } = application(context);
        return {
          status: 200,
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename="${resume_name.replace(/[^\w.-]/g, '_')}"`,
          },
          body: data.privateFiles.get(resume) ?? '',
        };
      },
    ],
    [
      'PATCH',
      '/admin/applications/{application}',
      'auth',
      (context) => {
        const { state } = context.validate({ state: `required|in:${states.join(',')}` });
        const changed = Object.assign(application(context), { state: String(state), updated_at: Date.now() });
        return one(present.application(changed));
      },
    ],
    [
      'DELETE',
      '/admin/applications/{application}',
      'auth',
      (context) => removed(data.applications, application(context)),
    ],

    ['GET', '/people', 'open', () => json(200, { data: ordered(true).map(present.person) })],
    ['GET', '/admin/people', 'auth', () => json(200, { data: ordered(false).map(present.person) })],
    ['POST', '/people', 'auth', (context) => one(present.person(writePerson(context)), 201)],
    [
      'PUT',
      '/people/{person}',
      'auth',
      (context) => one(present.person(writePerson(context, found(data.people, 'Person', context.ids[0])))),
    ],
    [
      'DELETE',
      '/people/{person}',
      'auth',
      ({ ids: [id] }) => removed(data.people, found(data.people, 'Person', id)),
    ],

    [
      'POST',
      '/contact-messages',
      'open',
      (context) => {
        const message = context.validate({
          name: 'required|string|max:255',
          email: 'required|email',
          phone: 'string|max:50',
          subject: 'required|string|max:255',
          message: 'required|string|max:5000',
        });
        data.contactMessages.push(message);
        return noContent;
      },
    ],
  ];
}
