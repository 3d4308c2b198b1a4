import { z } from 'zod';
import { blogSchema } from '../schemas/blog.ts';
import { pageOf } from '../schemas/envelope.ts';
import { pageQuery } from './query.ts';
import { defineRows, type UploadPolicy } from './row.ts';
import { shareImageFile, toldOutsideTexts } from './told-outside.ts';

const blogForm: UploadPolicy = {
  texts: [
    { name: 'blog_title', size: 'short' },
    { name: 'is_active', size: 'short' },
    { name: 'description', size: 'rich' },
    ...toldOutsideTexts,
  ],
  files: [{ name: 'blog_image', pattern: /^blog_image$/, kind: 'image', maxCount: 1 }, shareImageFile],
};

export const blogRows = defineRows({
  blogs: {
    name: 'blogs',
    method: 'GET',
    path: '/api/blogs',
    access: 'admin',
    needs: 'content.read',
    origin: 'spec',
    summary: 'One page of all posts, active or not, newest first; `description` is an excerpt',
    query: pageQuery,
    data: pageOf(blogSchema),
    html: ['data.data.*.description'],
  },
  activeBlogs: {
    name: 'activeBlogs',
    method: 'GET',
    path: '/api/activeBlogs',
    access: 'public',
    freshSeconds: 5,
    origin: 'extension',
    summary: 'One page of active posts, newest first; `description` is an excerpt',
    query: pageQuery,
    data: pageOf(blogSchema),
    html: ['data.data.*.description'],
  },
  singlePost: {
    name: 'singlePost',
    method: 'GET',
    path: '/api/singlePost/{id}',
    access: 'public',
    freshSeconds: 5,
    origin: 'spec',
    summary: 'One post; an inactive one needs a session; a deleted one is 410',
    data: blogSchema,
    html: ['data.description'],
    misspelledAuth: true,
  },
  saveBlog: {
    name: 'saveBlog',
    method: 'POST',
    path: '/api/saveBlog',
    access: 'admin',
    needs: 'content.write',
    origin: 'spec',
    summary: 'Add a post',
    data: z.unknown(),
    upload: blogForm,
  },
  editBlog: {
    name: 'editBlog',
    method: 'POST',
    path: '/api/editBlog',
    access: 'admin',
    needs: 'content.write',
    origin: 'spec',
    summary: 'Change a post; the image is optional; 409 if `updated_at` is sent and out of date',
    data: z.unknown(),
    upload: {
      ...blogForm,
      texts: [
        ...blogForm.texts,
        { name: 'blog_id', size: 'short' },
        { name: 'updated_at', size: 'short' },
        { name: 'remove_share_image', size: 'short' },
      ],
    },
  },
  deleteBlog: {
    name: 'deleteBlog',
    method: 'POST',
    path: '/api/deleteBlog/{id}',
    access: 'admin',
    needs: 'content.write',
    origin: 'spec',
    summary: 'Delete a post; it can be restored for 30 days',
    data: z.unknown(),
  },
});
