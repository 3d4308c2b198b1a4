import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Agent } from '../../../../support/sign-in.ts';

export const admin = { email: 'admin@localhost', password: 'a long enough password' };
export const environment = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, LOG_LEVEL: 'silent' };

/** Saves a post with an image; returns the post of the answer. Throws if it was not saved. */
export async function savePost(agent: Agent, title: string, picture: Buffer) {
  const answer = await agent
    .post('/api/saveBlog')
    .field({ blog_title: title, is_active: '1', description: `<p>${title}</p>` })
    .attach('blog_image', picture, 'p.png');
  if (answer.status !== 200) throw new Error(`saveBlog: ${answer.status} ${answer.text}`);
  return answer.body.data as Blog;
}

/** Replaces the image of a post; the old file is deleted. */
export async function replaceImage(agent: Agent, post: Blog, picture: Buffer) {
  const answer = await agent
    .post('/api/editBlog')
    .field({
      blog_id: String(post.id),
      blog_title: post.blog_title,
      is_active: '1',
      description: '<p>New</p>',
    })
    .attach('blog_image', picture, 'p.png');
  if (answer.status !== 200) throw new Error(`editBlog: ${answer.status} ${answer.text}`);
}

/** SHA-256 of everything that visitors can read, by address: every list page, every post and every image. */
export async function siteHashes(url: string) {
  const hashes: Record<string, string> = {};
  const read = async (path: string) => {
    const answer = await fetch(url + path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    const body = Buffer.from(await answer.arrayBuffer());
    hashes[path] = createHash('sha256').update(body).digest('hex');
    return body;
  };
  for (let page = 1, last = 1; page <= last; page += 1) {
    const list = JSON.parse(String(await read(`/api/activeBlogs?page=${page}`)));
    last = list.data.last_page;
    for (const post of list.data.data as Blog[]) {
      await read(`/api/singlePost/${post.id}`);
      if (post.blog_image) await read(post.blog_image);
    }
  }
  return hashes;
}

/** SHA-256 of all files of a folder by path, except the lock files of processes. */
export async function folderHashes(folder: string) {
  const hashes: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (!entry.isFile() || path.startsWith('lock.')) continue;
    hashes[path] = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex');
  }
  return hashes;
}
