import type { CallName } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  type Answered,
  invalid,
  notFound,
  ok,
  pageAnswer,
  type StubBlog,
  type StubCategory,
  type StubData,
} from './content.ts';
import { isEmptyHtml, readFields } from './form.ts';
import type { SeenPart, SeenRequest } from './seen.ts';

/** What a handler may use. */
export interface HandlerContext {
  seen: SeenRequest;
  id: number;
  signedIn: boolean;
  data: StubData;
  nextId(): number;
  /** Keeps the file and gives its path, e.g. /storage/3-cover.png. */
  keep(file: SeenPart): string;
  /** The address under which a stored path is shown. */
  show(path: string | null): string | null;
}

export type Handler = (context: HandlerContext) => Answered;

/** The calls of the contract that the BFF forwards; a new row without a handler does not compile. */
export const handlers: Record<Exclude<CallName, 'login' | 'logout' | 'session'>, Handler> = {
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
  blogs: ({ data, seen, show }) =>
    pageAnswer(newestFirst(data.blogs), seen.url, limits.pageSize, (blog) => presentBlog(blog, show)),
  activeBlogs: ({ data, seen, show }) => {
    const active = newestFirst(data.blogs.filter((blog) => blog.is_active === 1));
    return pageAnswer(active, seen.url, limits.pageSize, (blog) => presentBlog(blog, show));
  },
  singlePost: ({ data, id, signedIn, show }) => {
    const blog = data.blogs.find((each) => each.id === id && (each.is_active === 1 || signedIn));
    return blog ? ok(presentBlog(blog, show)) : notFound(messages['blog.notFound']);
  },
  saveBlog: (context) => {
    const form = readFields(context.seen);
    needBlogTexts(form);
    form.need(form.file('blog_image'), 'blog_image', 'blog.imageRequired');
    if (form.bad()) return invalid(form.errors);
    const blog: StubBlog = {
      id: context.nextId(),
      blog_title: form.text('blog_title'),
      description: form.text('description'),
      is_active: Number(form.text('is_active')),
      blog_image: keepOptional(context, form.file('blog_image')),
      ...stamps(),
    };
    context.data.blogs.push(blog);
    return ok(presentBlog(blog, context.show), messages['blog.added']);
  },
  editBlog: (context) => {
    const form = readFields(context.seen);
    needBlogTexts(form);
    form.need(form.text('blog_id'), 'blog_id', 'field.required');
    if (form.bad()) return invalid(form.errors);
    const blog = context.data.blogs.find((each) => String(each.id) === form.text('blog_id'));
    if (!blog) return notFound(messages['blog.notFound']);
    blog.blog_title = form.text('blog_title');
    blog.description = form.text('description');
    blog.is_active = Number(form.text('is_active'));
    blog.blog_image = keepOptional(context, form.file('blog_image')) ?? blog.blog_image;
    blog.updated_at = new Date().toISOString();
    return ok(presentBlog(blog, context.show), messages['blog.updated']);
  },
  deleteBlog: ({ data, id }) => {
    if (!data.blogs.some((blog) => blog.id === id)) return notFound(messages['blog.notFound']);
    data.blogs = data.blogs.filter((blog) => blog.id !== id);
    return ok(null, messages['blog.deleted']);
  },
};

function needBlogTexts(form: ReturnType<typeof readFields>): void {
  form.need(form.text('blog_title'), 'blog_title', 'blog.titleRequired');
  form.need(form.text('is_active'), 'is_active', 'blog.activeRequired');
  if (form.text('is_active'))
    form.need(/^[01]$/.test(form.text('is_active')), 'is_active', 'field.notBinary');
  form.need(!isEmptyHtml(form.text('description')), 'description', 'blog.descriptionRequired');
}

function keepOptional(context: HandlerContext, file: SeenPart | undefined): string | null {
  return file ? context.keep(file) : null;
}

function stamps() {
  const now = new Date().toISOString();
  return { created_at: now, updated_at: now };
}

function newestFirst(blogs: StubBlog[]): StubBlog[] {
  return [...blogs].sort((one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id);
}

function presentBlog(blog: StubBlog, show: HandlerContext['show']) {
  return { ...blog, blog_image: show(blog.blog_image) };
}

function presentCategory(category: StubCategory, show: HandlerContext['show']) {
  const logos = category.tech_img.map((logo) => ({ ...logo, image: show(logo.image) }));
  return { ...category, image: show(category.image), tech_img: logos };
}
