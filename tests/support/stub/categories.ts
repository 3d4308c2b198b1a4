import type { categoryRows } from '#shared/contract/categories.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { invalid, notFound, ok, pageAnswer, type StubCategory } from './content.ts';
import { readFields } from './form.ts';
import { type HandlerContext, type HandlersOf, keepOptional, stamps } from './handler.ts';

export const categoryHandlers: HandlersOf<typeof categoryRows> = {
  getProjectCategory: ({ data, seen, show }) =>
    pageAnswer(data.categories, seen.url, limits.pageSize, (category) => presentCategory(category, show)),
  getSingleCategory: ({ data, id, show }) => {
    const category = data.categories.find((each) => each.id === id);
    return category ? ok(presentCategory(category, show)) : notFound(messages['category.notFound']);
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
    return ok(presentCategory(category, context.show), messages['category.added']);
  },
  updateProjectCategory: (context) => {
    const category = context.data.categories.find((each) => each.id === context.id);
    if (!category) return notFound(messages['category.notFound']);
    const form = readFields(context.seen);
    form.need(form.text('title'), 'title', 'category.titleRequired');
    if (form.bad()) return invalid(form.errors);
    category.title = form.text('title');
    category.image = keepOptional(context, form.file('image')) ?? category.image;
    for (const file of form.files(/^tech_image\[\d+\]\[file\]$/)) {
      category.tech_img.push({ id: context.nextId(), image: context.keep(file) });
    }
    return ok(presentCategory(category, context.show), messages['category.updated']);
  },
  deleteTechImage: ({ data, id }) => {
    const category = data.categories.find((each) => each.tech_img.some((logo) => logo.id === id));
    if (!category) return notFound(messages['image.notFound']);
    if (category.tech_img.length === 1)
      return { status: 422, body: { status: 0, message: messages['image.lastOne'] } };
    category.tech_img = category.tech_img.filter((logo) => logo.id !== id);
    return ok(null, messages['image.deleted']);
  },
};

function presentCategory(category: StubCategory, show: HandlerContext['show']) {
  const logos = category.tech_img.map((logo) => ({ ...logo, image: show(logo.image) }));
  return { ...category, image: show(category.image), tech_img: logos };
}
