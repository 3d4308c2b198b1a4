import { expect, it } from 'vitest';
import { limits, MIB } from '#shared/limits.ts';
import { reasonOf, savePreview } from '../../../../../client/admin/shared/publish/preview-calls.ts';

it('a draft that no server takes is refused before it is sent', async () => {
  const draft = { blog_title: 'Kites', description: 'k'.repeat(limits.richTextBytes + MIB) };
  const kept = savePreview({ resource: 'blog', id: 7 }, { draft }, { own: true });
  const reason = await kept.then(() => 'kept', reasonOf);
  expect(reason).toBe('This draft is too large for a preview. Use smaller images in it.');
});
