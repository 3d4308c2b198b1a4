import type { categoryRows } from '#shared/contract/categories.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  conflict,
  invalid,
  notFound,
  ok,
  pageAnswer,
  type StubCategory,
  type StubData,
  softDelete,
} from './content.ts';
import { readFields } from './form.ts';
import { type HandlerContext, type HandlersOf, keepOptional, stamps, touch } from './handler.ts';

export const categoryHandlers: HandlersOf<typeof categoryRows> = {
  getProjectCategory: ({ data, seen, show }) =>
    pageAnswer(data.categories, seen.url, limits.pageSize, (category) =>
      presentCategory(category, data, show),
    ),
  getSingleCategory: ({ data, id, show }) => {
    const category = data.categories.find((each) => each.id === id);
    return category ? ok(presentCategory(category, data, show)) : notFound(deskMessages['category.notFound']);
  },
  getCategoryByTitle: ({ data, seen, show }) => {
    const title = new URL(seen.url, 'http://stub').searchParams.get('title')?.trim().toLowerCase();
    if (!title) return invalid({ title: [messages['category.titleRequired']] });
    const category = data.categories.find((each) => each.title.toLowerCase() === title);
    return category ? ok(presentCategory(category, data, show)) : notFound(deskMessages['category.notFound']);
  },
  addProjectCategory: (context) => {
    const form = readFields(context.seen);
    const logos = form.files(/^tech_image\[\]$/);
    form.need(form.text('title'), 'title', 'category.titleRequired');
    form.need(form.file('image'), 'image', 'category.imageRequired');
    form.need(logos.length > 0, 'tech_image', 'category.logosRequired');
    if (form.bad()) return invalid(form.errors);
    const category: StubCategory = {
      id: context.nextId(),
      title: form.text('title'),
      image: keepOptional(context, form.file('image')),
      tech_img: logos.map((file) => ({ id: context.nextId(), image: context.keep(file) })),
      ...stamps(),
    };
    context.data.categories.push(category);
    return ok(presentCategory(category, context.data, context.show), deskMessages['category.added']);
  },
  updateProjectCategory: (context) => {
    const category = context.data.categories.find((each) => each.id === context.id);
    if (!category) return notFound(deskMessages['category.notFound']);
    const form = readFields(context.seen);
    form.need(form.text('title'), 'title', 'category.titleRequired');
    if (form.bad()) return invalid(form.errors);
    const version = form.text('updated_at');
    if (version && version !== category.updated_at) return conflict(version, category.updated_at);
    category.title = form.text('title');
    category.image = keepOptional(context, form.file('image')) ?? category.image;
    for (const file of form.files(/^tech_image\[\d+\]\[file\]$/)) {
      category.tech_img.push({ id: context.nextId(), image: context.keep(file) });
    }
    touch(category);
    return ok(presentCategory(category, context.data, context.show), deskMessages['category.updated']);
  },
  deleteProjectCategory: ({ data, id }) => {
    const projects = projectsOf(data, id);
    if (projects > 0) {
      const message = textOf('category.notEmpty', { projects });
      return { status: 409, body: { status: 0, message, data: { projects } } };
    }
    return softDelete(data.trash, 'category', data.categories, id)
      ? ok(null, deskMessages['category.deleted'])
      : notFound(deskMessages['category.notFound']);
  },
  deleteTechImage: ({ data, id }) => {
    const category = data.categories.find((each) => each.tech_img.some((logo) => logo.id === id));
    if (!category) return notFound(deskMessages['image.notFound']);
    if (category.tech_img.length === 1)
      return { status: 422, body: { status: 0, message: deskMessages['image.lastOne'] } };
    softDelete(data.trash, 'tech_image', category.tech_img, id);
    return ok(null, deskMessages['image.deleted']);
  },
};

function projectsOf(data: StubData, id: Id): number {
  return data.projects.filter((project) => project.category_id === id).length;
}

function presentCategory(category: StubCategory, data: StubData, show: HandlerContext['show']) {
  const logos = category.tech_img.map((logo) => ({ ...logo, image: show(logo.image) }));
  const count = projectsOf(data, category.id);
  return { ...category, image: show(category.image), tech_img: logos, projects_count: count };
}
