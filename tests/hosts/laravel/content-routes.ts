import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { extensionOf } from '../support/pictures.ts';
import { admin, type LaravelData, type Post, type Project, type Service } from './content.ts';
import {
  type Context,
  HttpException,
  json,
  modelNotFound,
  noContent,
  one,
  paginated,
  type Route,
} from './framework.ts';
import { parseMoment, resources } from './resources.ts';
import { truth, ValidationException } from './validation.ts';

/** Routes of sign-in, posts, services and projects. */
export function contentRoutes(data: LaravelData, storage: string): Route[] {
  const present = resources(storage, data.services);
  const service = (row: Service) =>
    present.service(row, data.projects.filter(({ service_id }) => service_id === row.id).length);
  const newest = (one: Post, other: Post) =>
    (other.published_at ?? other.created_at) - (one.published_at ?? one.created_at);

  const postRules = (isNew: boolean) => ({
    title: 'required|string|max:255',
    body: 'required|string',
    is_published: 'required|boolean',
    published_at: 'nullable|date',
    cover: `${isNew ? 'required|' : ''}image|max:5120`,
    tags: 'array',
  });

  function writePost(context: Context, existing?: Post): Post {
    const { title, body, is_published, published_at, tags } = context.validate(postRules(!existing));
    const post = existing ?? added(data.posts, { published_at: null, tags: [], cover: null });
    const wasPublished = post.is_published === true;
    Object.assign(post, { title, body, is_published: truth(is_published), updated_at: Date.now() });
    if (tags) post.tags = Object.values(tags as Record<string, string>);
    if (published_at) post.published_at = parseMoment(String(published_at));
    if (post.is_published && !wasPublished) post.published_at ??= Date.now();
    post.cover = store(data, context, 'cover', 'covers')[0] ?? post.cover;
    return post;
  }

  function writeProject(context: Context, existing?: Project): Project {
    const given = context.validate({
      name: 'required|string|max:255',
      description: 'required|string',
      service_id: `required|in:${data.services.map(({ id }) => id).join(',')}`,
      position: 'integer',
      website: 'url',
      images: `${existing ? '' : 'required|'}image|max:5120`,
    });
    const project =
      existing ?? added(data.projects, { images: [], website: null, position: data.projects.length });
    const { name, description, website = project.website } = given;
    const position = Number(given.position ?? project.position);
    Object.assign(project, { name, description, website, position, service_id: Number(given.service_id) });
    project.updated_at = Date.now();
    for (const path of store(data, context, 'images', 'projects')) {
      const id = 1 + Math.max(0, ...data.projects.flatMap(({ images }) => images.map((image) => image.id)));
      project.images.push({ id, path, position: project.images.length + 1 });
    }
    return project;
  }

  function writeService(context: Context, existing?: Service): Service {
    const needed = existing ? '' : 'required|';
    const { name } = context.validate({
      name: 'required|string|max:255',
      icon: `${needed}image|max:2048`,
      logos: 'image|max:2048',
    });
    if (data.services.some((other) => other !== existing && other.name === name)) {
      throw new ValidationException({ name: ['The name has already been taken.'] });
    }
    const row = existing ?? added(data.services, { icon: null, technologies: [] });
    Object.assign(row, { name, updated_at: Date.now() });
    row.icon = store(data, context, 'icon', 'services')[0] ?? row.icon;
    for (const logo of store(data, context, 'logos', 'technologies')) {
      const id =
        1 + Math.max(0, ...data.services.flatMap((each) => each.technologies.map((logo) => logo.id)));
      row.technologies.push({ id, name: '', logo });
    }
    return row;
  }

  const post = ({ ids: [id], signedIn }: Context) => {
    const found = data.posts.find((each) => each.id === id && (signedIn || each.is_published));
    if (!found) throw modelNotFound('Post', id);
    return found;
  };
  const project = ({ ids: [id] }: Context) => found(data.projects, 'Project', id);
  const ordered = (id: string | null) =>
    data.projects
      .filter(({ service_id }) => id === null || service_id === Number(id))
      .sort((one, other) => one.position - other.position);

  return [
    ['POST', '/login', 'open', (context) => signIn(data, context)],
    [
      'POST',
      '/logout',
      'auth',
      ({ token = '' }) => {
        data.tokens.delete(token);
        return noContent;
      },
    ],
    ['GET', '/user', 'auth', () => one({ id: admin.id, name: admin.name, email: admin.email })],

    [
      'GET',
      '/posts',
      'open',
      (context) =>
        paginated(context, data.posts.filter((each) => each.is_published).sort(newest), present.post),
    ],
    [
      'GET',
      '/admin/posts',
      'auth',
      (context) => paginated(context, [...data.posts].sort(newest), present.post),
    ],
    ['GET', '/posts/{post}', 'open', (context) => one(present.post(post(context)))],
    ['POST', '/posts', 'auth', (context) => one(present.post(writePost(context)), 201)],
    ['PUT', '/posts/{post}', 'auth', (context) => one(present.post(writePost(context, post(context))))],
    ['DELETE', '/posts/{post}', 'auth', (context) => removed(data.posts, post(context))],

    ['GET', '/services', 'open', (context) => paginated(context, data.services, service)],
    [
      'GET',
      '/services/{service}',
      'open',
      ({ ids: [id] }) => one(service(found(data.services, 'Service', id))),
    ],
    ['POST', '/services', 'auth', (context) => one(service(writeService(context)), 201)],
    [
      'PUT',
      '/services/{service}',
      'auth',
      (context) => one(service(writeService(context, found(data.services, 'Service', context.ids[0])))),
    ],
    [
      'DELETE',
      '/services/{service}',
      'auth',
      ({ ids: [id] }) => {
        if (data.projects.some(({ service_id }) => service_id === id)) {
          throw new HttpException(409, 'This service still has projects.');
        }
        return removed(data.services, found(data.services, 'Service', id));
      },
    ],
    [
      'DELETE',
      '/technologies/{technology}',
      'auth',
      ({ ids: [id] }) => {
        const row = data.services.find(({ technologies }) => technologies.some((each) => each.id === id));
        if (!row) throw modelNotFound('Technology', id);
        row.technologies = row.technologies.filter((each) => each.id !== id);
        return noContent;
      },
    ],

    [
      'GET',
      '/projects',
      'open',
      (context) => paginated(context, ordered(context.query.get('service_id')), present.project),
    ],
    ['GET', '/projects/{project}', 'open', (context) => one(present.project(project(context)))],
    ['POST', '/projects', 'auth', (context) => one(present.project(writeProject(context)), 201)],
    [
      'PUT',
      '/projects/{project}',
      'auth',
      (context) => one(present.project(writeProject(context, project(context)))),
    ],
    ['DELETE', '/projects/{project}', 'auth', (context) => removed(data.projects, project(context))],
    [
      'DELETE',
      '/images/{image}',
      'auth',
      ({ ids: [id] }) => {
        const row = data.projects.find(({ images }) => images.some((image) => image.id === id));
        if (!row) throw modelNotFound('Image', id);
        row.images = row.images.filter((image) => image.id !== id);
        return noContent;
      },
    ],
  ];
}

/** Issues Sanctum's token for a device, as its documentation shows it: wrong credentials are a failed validation. */
function signIn(data: LaravelData, context: Context) {
  const { email, password } = context.validate({
    email: 'required|email',
    password: 'required|string',
    device_name: 'required|string',
  });
  if (email !== admin.email || password !== admin.password) {
    throw new ValidationException({ email: ['The provided credentials are incorrect.'] });
  }
  const secret = randomBytes(20).toString('hex');
  const token = `${data.tokens.size + 12}|${secret}${crc32(secret).toString(16).padStart(8, '0')}`;
  data.tokens.set(token, admin.id);
  return json(200, { token, user: { id: admin.id, name: admin.name, email: admin.email } });
}

export function found<Row extends { id: number }>(rows: Row[], model: string, id: number | undefined): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw modelNotFound(model, id);
  return row;
}

/** Appends a new row to its table. */
export function added<Row extends { id: number }>(rows: Row[], given: Partial<Row>): Row {
  const now = Date.now();
  const id = 1 + Math.max(0, ...rows.map((row) => row.id));
  rows.push({ ...given, id, created_at: now, updated_at: now } as unknown as Row);
  return found(rows, '', id);
}

export function removed<Row>(rows: Row[], row: Row) {
  rows.splice(rows.indexOf(row), 1);
  return noContent;
}

/** Stores the files of a field on the public disk under generated names, as `$file->store()` does. */
export function store(data: LaravelData, { files }: Context, field: string, folder: string): string[] {
  return (files[field] ?? []).map(({ name, bytes }) => {
    const path = `${folder}/${randomBytes(20).toString('hex')}.${extensionOf(name)}`;
    data.files.set(path, bytes);
    return path;
  });
}
