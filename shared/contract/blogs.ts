import { z } from 'zod';
import { formOf, removalsOf } from '../entities/entity.ts';
import { post } from '../entities/post.ts';
import { blogSchema } from '../schemas/blog.ts';
import { pageOf } from '../schemas/envelope.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

export const blogRows = defineRows({
  resource: 'blog',
  answeredBy: 'host',
  method: 'GET',
  access: 'admin',
  origin: 'spec',
})({
  blogs: {
    does: 'list',
    needs: 'content.read',
    summary: 'All posts, active or not, newest first',
    query: pageQuery,
    data: pageOf(blogSchema),
  },
  activeBlogs: {
    does: 'list',
    access: 'public',
    freshSeconds: 5,
    origin: 'extension',
    summary: 'Active posts, newest first',
    without:
      'the active posts of `blogs` are shown if the host answers that call without a token; otherwise none',
    query: pageQuery,
    data: pageOf(blogSchema),
  },
  singlePost: {
    id: 'blog',
    does: 'one',
    access: 'public',
    freshSeconds: 5,
    summary: 'One post; an inactive one needs a session; a deleted one is 410',
    data: blogSchema,
    misspelledAuth: true,
  },
  saveBlog: {
    method: 'POST',
    does: 'add',
    needs: 'content.write',
    summary: 'Add a post',
    log: 'added a post',
    data: z.unknown(),
    upload: formOf(post.fields),
  },
  editBlog: {
    method: 'POST',
    does: 'change',
    needs: 'content.write',
    summary: 'Change a post; the image is optional',
    log: { words: 'changed a post', id: 'blog_id' },
    data: z.unknown(),
    upload: formOf(post.fields, ['blog_id', 'updated_at', ...removalsOf(post.fields)]),
  },
  deleteBlog: {
    method: 'POST',
    id: 'blog',
    does: 'remove',
    needs: 'content.write',
    summary: 'Delete a post',
    log: 'deleted a post',
    data: z.unknown(),
  },
});
