import type { projectRows } from '#shared/contract/projects.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { reorderSchema } from '#shared/schemas/reorder.ts';
import {
  byId,
  conflict,
  invalid,
  notFound,
  ok,
  pageAnswer,
  refused,
  type StubData,
  type StubProject,
  softDelete,
} from './content.ts';
import { isEmptyHtml, readBody, readCaseFields, readFields, readSeoFields } from './form.ts';
import {
  type HandlerContext,
  type HandlersOf,
  keepOptional,
  showOptional,
  stamps,
  touch,
} from './handler.ts';

export const projectHandlers: HandlersOf<typeof projectRows> = {
  getProjects: ({ data, seen, id, show }) => {
    if (!data.categories.some((category) => category.id === id))
      return notFound(deskMessages['category.notFound']);
    const found = data.projects.filter((project) => project.category_id === id);
    found.sort((one, other) => one.v_order - other.v_order || byId(one, other));
    return pageAnswer(found, seen.url, limits.pageSize, (project) => ({
      ...presentProject(project, show),
      description: richTextSummary(project.description),
    }));
  },
  getSingleProject: ({ data, id, show }) => {
    const project = data.projects.find((each) => each.id === id);
    return project ? ok(presentProject(project, show)) : notFound(deskMessages['project.notFound']);
  },
  getWork: ({ data, seen }) => {
    const titles = new Map(data.categories.map(({ id, title }) => [id, title]));
    const found = data.projects.filter(({ category_id }) => titles.has(category_id));
    return pageAnswer(
      found,
      seen.url,
      limits.workListed,
      ({ id, title, client, year, credits, category_id }) => ({
        id,
        title,
        client,
        year,
        credits,
        category: titles.get(category_id),
      }),
    );
  },
  addProject: (context) => {
    const form = readFields(context.seen);
    const images = form.files(/^images\[\d+\]$/);
    needProjectTexts(form, context.data);
    form.need(images.length > 0, 'images', 'project.imageRequired');
    if (form.bad()) return invalid(form.errors);
    const project: StubProject = {
      id: context.nextId(),
      ...projectTexts(form),
      images: images.map((file) => ({ id: context.nextId(), image: context.keep(file) })),
      video: keepOptional(context, form.file('video')),
      ...readCaptions(context, form),
      ...readCaseFields(context.seen, form),
      ...readSeoFields(context, form),
      ...stamps(),
    };
    context.data.projects.push(project);
    return ok(presentProject(project, context.show), deskMessages['project.added']);
  },
  updateProject: (context) => {
    const project = context.data.projects.find((each) => each.id === context.id);
    if (!project) return notFound(deskMessages['project.notFound']);
    const form = readFields(context.seen);
    needProjectTexts(form, context.data);
    if (form.bad()) return invalid(form.errors);
    const version = form.text('updated_at');
    if (version && version !== project.updated_at) return conflict(version, project.updated_at);
    const kept = form.text('remove_video') === '1' ? null : project.video;
    Object.assign(project, {
      ...projectTexts(form),
      ...readCaseFields(context.seen, form),
      ...readSeoFields(context, form),
      video: keepOptional(context, form.file('video')) ?? kept,
      ...readCaptions(context, form),
    });
    for (const file of form.files(/^images\[\d+\]$/)) {
      project.images.push({ id: context.nextId(), image: context.keep(file) });
    }
    touch(project);
    return ok(presentProject(project, context.show), deskMessages['project.updated']);
  },
  deleteProject: ({ data, id }) =>
    softDelete(data.trash, 'project', data.projects, id)
      ? ok(null, deskMessages['project.deleted'])
      : notFound(deskMessages['project.notFound']),
  reorderProjects: ({ data, seen }) => {
    const body = readBody(seen, reorderSchema);
    if (body.errors) return invalid(body.errors);
    const projects = body.value.ids.map((id) => data.projects.find((project) => project.id === id));
    if (projects.includes(undefined)) return invalid({ ids: [deskMessages['order.unknown']] });
    for (const [index, project] of projects.entries()) if (project) project.v_order = index + 1;
    return ok(null, deskMessages['order.saved']);
  },
  deleteProjectImage: ({ data, id }) => {
    const project = data.projects.find((each) => each.images.some((image) => image.id === id));
    if (!project) return notFound(deskMessages['image.notFound']);
    if (project.images.length === 1) return refused(422, 'image.lastOne');
    softDelete(data.trash, 'project_image', project.images, id);
    return ok(null, deskMessages['image.deleted']);
  },
};

function needProjectTexts(form: ReturnType<typeof readFields>, data: StubData): void {
  const known = data.categories.some((each) => String(each.id) === form.text('category_id'));
  form.need(form.text('title'), 'title', 'project.titleRequired');
  form.need(known, 'category_id', 'project.categoryRequired');
  form.need(form.text('v_order'), 'v_order', 'project.orderRequired');
  form.need(!isEmptyHtml(form.text('description')), 'description', 'project.descriptionRequired');
}

function projectTexts(form: ReturnType<typeof readFields>) {
  return {
    title: form.text('title'),
    description: form.text('description'),
    v_order: Number(form.text('v_order')),
    project_url: form.text('project_url') || null,
    category_id: readId(form.text('category_id')) ?? 0,
  };
}

/** Returns the change of a form to the captions of the video. */
function readCaptions(context: HandlerContext, form: ReturnType<typeof readFields>) {
  const file = form.file('captions');
  if (file) return { captions: context.keep(file) };
  return form.text('remove_captions') === '1' ? { captions: undefined } : {};
}

function presentProject(project: StubProject, show: HandlerContext['show']) {
  const images = project.images.map((image) => ({ ...image, image: show(image.image) }));
  const share = showOptional(project.share_image, show);
  const captions = showOptional(project.captions, show);
  return { ...project, images, video: show(project.video), captions, share_image: share };
}
