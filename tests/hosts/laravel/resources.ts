import {
  type Application,
  admin,
  type Person,
  type Post,
  type Project,
  type Service,
  type Vacancy,
} from './content.ts';

const zone = 'Europe/Berlin';
const naive = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });

/** `toDateTimeString()`: in the application's time zone, without naming it. */
function dateTimeString(moment: number | null): string | null {
  return moment === null ? null : naive.format(moment);
}

/** `Carbon::parse()`: a time without a zone is in the application's zone. */
export function parseMoment(text: string): number {
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return Date.parse(text);
  const asUtc = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00'}Z`);
  const shownAs = Date.parse(`${naive.format(asUtc).replace(' ', 'T')}Z`);
  return asUtc - (shownAs - asUtc);
}

/** `toJSON()`: UTC with microseconds. */
function toJson(moment: number): string {
  return new Date(moment).toISOString().replace('Z', '000Z');
}

function slug(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the `toArray()` of each resource; `storage` is the address of the public disk. */
export function resources(storage: string, services: Service[]) {
  const at = (path: string | null) => (path === null ? null : `${storage}/${path}`);
  const times = (row: { created_at: number; updated_at: number }) => ({
    created_at: toJson(row.created_at),
    updated_at: toJson(row.updated_at),
  });
  return {
    post: (post: Post) => ({
      id: post.id,
      title: post.title,
      slug: slug(post.title),
      body: post.body,
      cover: at(post.cover),
      is_published: post.is_published,
      published_at: dateTimeString(post.published_at),
      author: { id: admin.id, name: admin.name },
      tags: post.tags.map((name, index) => ({ id: index + 1, name, slug: slug(name) })),
      ...times(post),
    }),
    service: (service: Service, projects: number) => ({
      id: service.id,
      name: service.name,
      slug: slug(service.name),
      icon: at(service.icon),
      technologies: service.technologies.map(({ id, name, logo }) => ({ id, name, logo: at(logo) })),
      projects_count: projects,
      ...times(service),
    }),
    project: (project: Project) => {
      const service = services.find(({ id }) => id === project.service_id);
      return {
        id: project.id,
        name: project.name,
        slug: slug(project.name),
        description: project.description,
        website: project.website,
        position: project.position,
        service: service ? { id: service.id, name: service.name } : null,
        images: project.images.map(({ id, path, position }) => ({ id, url: at(path), position })),
        ...times(project),
      };
    },
    vacancy: (vacancy: Vacancy) => ({ ...vacancy, slug: slug(vacancy.title), ...times(vacancy) }),
    application: ({ resume: _path, ...application }: Application) => ({
      ...application,
      ...times(application),
    }),
    person: ({ linkedin, ...person }: Person) => ({
      ...person,
      photo: at(person.photo),
      links: { linkedin },
      ...times(person),
    }),
  };
}
