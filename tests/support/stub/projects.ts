import type { projectRows } from '#shared/contract/projects.ts';
import { messages } from '#shared/messages.ts';
import { invalid, ok } from './content.ts';
import { isEmptyHtml, readFields } from './form.ts';
import { type HandlersOf, keepOptional, stamps } from './handler.ts';

export const projectHandlers: HandlersOf<typeof projectRows> = {
  addProject: (context) => {
    const form = readFields(context.seen);
    const images = form.files(/^images\[\d+\]$/);
    const known = context.data.categories.some((each) => String(each.id) === form.text('category_id'));
    form.need(form.text('title'), 'title', 'project.titleRequired');
    form.need(images.length > 0, 'images', 'project.imageRequired');
    form.need(known, 'category_id', 'project.categoryRequired');
    form.need(form.text('v_order'), 'v_order', 'project.orderRequired');
    form.need(!isEmptyHtml(form.text('description')), 'description', 'project.descriptionRequired');
    if (form.bad()) return invalid(form.errors);
    const project = {
      id: context.nextId(),
      title: form.text('title'),
      description: form.text('description'),
      images: images.map((file) => ({ id: context.nextId(), image: context.keep(file) })),
      video: keepOptional(context, form.file('video')),
      v_order: Number(form.text('v_order')),
      project_url: form.text('project_url') || null,
      category_id: Number(form.text('category_id')),
      ...stamps(),
    };
    context.data.projects.push(project);
    const shown = project.images.map((image) => ({ ...image, image: context.show(image.image) }));
    return ok({ ...project, images: shown, video: context.show(project.video) }, messages['project.added']);
  },
};
