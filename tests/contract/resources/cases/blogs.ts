import type { Blog } from '#shared/schemas/blog.ts';
import type { Engine } from '../../../support/engines.ts';
import { blogForm } from '../../../support/forms.ts';

export async function makeBlog({ admin }: Engine, texts: Record<string, string> = {}): Promise<Blog> {
  return await admin.read('saveBlog', await blogForm(texts));
}
