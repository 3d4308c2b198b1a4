import { useId } from 'react';
import { BlogDialog } from './BlogDialog.tsx';
import { BlogForm } from './BlogForm.tsx';
import type { BlogValues } from './blog-form-data.ts';

const empty: BlogValues = { blog_title: '', is_active: '', description: '', blog_image: null };

export function AddBlog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  return (
    <BlogDialog formId={formId} onClose={onClose}>
      <BlogForm formId={formId} stored={empty} onDone={onClose} />
    </BlogDialog>
  );
}
