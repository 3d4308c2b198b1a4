import type { blogRows } from '#shared/contract/blogs.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import {
  byId,
  conflict,
  invalid,
  notFound,
  ok,
  pageAnswer,
  refused,
  type StubBlog,
  softDelete,
} from './content.ts';
import { isEmptyHtml, readFields, readSeoFields } from './form.ts';
import {
  type HandlerContext,
  type HandlersOf,
  keepOptional,
  showOptional,
  stamps,
  touch,
} from './handler.ts';

export const blogHandlers: HandlersOf<typeof blogRows> = {
  blogs: ({ data, seen, show }) =>
    pageAnswer(newestFirst(data.blogs), seen.url, limits.pageSize, (blog) => presentListed(blog, show)),
  activeBlogs: ({ data, seen, show }) => {
    const active = newestFirst(data.blogs.filter((blog) => blog.is_active === 1));
    return pageAnswer(active, seen.url, limits.pageSize, (blog) => presentListed(blog, show));
  },
  singlePost: ({ data, id, signedIn, show }) => {
    const blog = data.blogs.find((each) => each.id === id && (each.is_active === 1 || signedIn));
    if (blog) return ok(presentBlog(blog, show));
    const gone = data.trash.find((each) => each.resource === 'blog' && each.id === id);
    return (gone?.item as StubBlog | undefined)?.is_active === 1
      ? refused(410, 'blog.gone')
      : notFound(deskMessages['blog.notFound']);
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
      ...readSeoFields(context, form),
      ...stamps(),
    };
    context.data.blogs.push(blog);
    return ok(presentBlog(blog, context.show), deskMessages['blog.added']);
  },
  editBlog: (context) => {
    const form = readFields(context.seen);
    needBlogTexts(form);
    form.need(form.text('blog_id'), 'blog_id', 'field.required');
    if (form.bad()) return invalid(form.errors);
    const blog = context.data.blogs.find((each) => String(each.id) === form.text('blog_id'));
    if (!blog) return notFound(deskMessages['blog.notFound']);
    const version = form.text('updated_at');
    if (version && version !== blog.updated_at) return conflict(version, blog.updated_at);
    blog.blog_title = form.text('blog_title');
    blog.description = form.text('description');
    blog.is_active = Number(form.text('is_active'));
    blog.blog_image = keepOptional(context, form.file('blog_image')) ?? blog.blog_image;
    Object.assign(blog, readSeoFields(context, form));
    touch(blog);
    return ok(presentBlog(blog, context.show), deskMessages['blog.updated']);
  },
  deleteBlog: ({ data, id }) =>
    softDelete(data.trash, 'blog', data.blogs, id)
      ? ok(null, deskMessages['blog.deleted'])
      : notFound(deskMessages['blog.notFound']),
};

function needBlogTexts(form: ReturnType<typeof readFields>): void {
  form.need(form.text('blog_title'), 'blog_title', 'blog.titleRequired');
  form.need(form.text('is_active'), 'is_active', 'blog.activeRequired');
  if (form.text('is_active'))
    form.need(/^[01]$/.test(form.text('is_active')), 'is_active', 'field.notBinary');
  form.need(!isEmptyHtml(form.text('description')), 'description', 'blog.descriptionRequired');
}

function newestFirst(blogs: StubBlog[]): StubBlog[] {
  return [...blogs].sort((one, other) => other.created_at.localeCompare(one.created_at) || byId(other, one));
}

function presentBlog(blog: StubBlog, show: HandlerContext['show']) {
  return { ...blog, blog_image: show(blog.blog_image), share_image: showOptional(blog.share_image, show) };
}

/** In lists a post carries only the beginning of its text. */
function presentListed(blog: StubBlog, show: HandlerContext['show']) {
  return { ...presentBlog(blog, show), description: richTextSummary(blog.description) };
}
