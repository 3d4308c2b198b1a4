import type { blogRows } from '#shared/contract/blogs.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { invalid, notFound, ok, pageAnswer, type StubBlog } from './content.ts';
import { isEmptyHtml, readFields } from './form.ts';
import { type HandlerContext, type HandlersOf, keepOptional, stamps } from './handler.ts';

export const blogHandlers: HandlersOf<typeof blogRows> = {
  blogs: ({ data, seen, show }) =>
    pageAnswer(newestFirst(data.blogs), seen.url, limits.pageSize, (blog) => presentListed(blog, show)),
  activeBlogs: ({ data, seen, show }) => {
    const active = newestFirst(data.blogs.filter((blog) => blog.is_active === 1));
    return pageAnswer(active, seen.url, limits.pageSize, (blog) => presentListed(blog, show));
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

function newestFirst(blogs: StubBlog[]): StubBlog[] {
  return [...blogs].sort((one, other) => other.created_at.localeCompare(one.created_at) || other.id - one.id);
}

function presentBlog(blog: StubBlog, show: HandlerContext['show']) {
  return { ...blog, blog_image: show(blog.blog_image) };
}

/** Lists carry the beginning of the text. */
function presentListed(blog: StubBlog, show: HandlerContext['show']) {
  return { ...presentBlog(blog, show), description: richTextSummary(blog.description) };
}
