import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '#shared/messages.ts';
import { translateError } from '../../../api/api-error.ts';
import { notify } from '../../../ui/toast/toast.ts';
import { useSaveBlog } from '../queries/save-blog.ts';
import { blogDrafts, sameValues } from './blog-drafts.ts';
import type { BlogValues } from './blog-form-data.ts';
import { blogFields, blogResolver } from './blog-rules.ts';

interface BlogFormOptions {
  /** Undefined for a new post. */
  id: number | undefined;
  /** What the form shows without a draft. */
  stored: BlogValues;
  onDone: () => void;
}

/** State and actions of the form of one post. */
export function useBlogForm({ id, stored, onDone }: BlogFormOptions) {
  const key = id ?? 'new';
  const [draft, setDraft] = useState(() => blogDrafts.read(key));
  const [failure, setFailure] = useState<string>();
  const saving = useSaveBlog(id);
  const form = useForm<BlogValues>({
    defaultValues: draft ?? stored,
    resolver: blogResolver(id === undefined),
    // SPEC §5: an error clears when its field is edited, and is looked for again at the next submit.
    reValidateMode: 'onSubmit',
  });

  useEffect(() => {
    const { unsubscribe } = form.watch((_values, { name }) => {
      const values = form.getValues();
      if (sameValues(values, stored)) blogDrafts.drop(key);
      else blogDrafts.keep(key, values);
      if (name) form.clearErrors(name);
      setFailure(undefined);
    });
    return unsubscribe;
  }, [form, key, stored]);

  // Two presses within one tick would send the post twice; the busy state comes a tick later.
  const running = useRef(false);
  const submit = form.handleSubmit(async (values) => {
    if (running.current) return;
    running.current = true;
    setFailure(undefined);
    try {
      const answer = await saving.mutateAsync(values);
      if (answer.status === 1) {
        blogDrafts.drop(key);
        notify.success(messages[id === undefined ? 'blog.added' : 'blog.updated']);
      }
      // SPEC §4: an answer without success just closes the form; the draft keeps the input.
      onDone();
    } catch (error) {
      const { message, fieldErrors } = translateError(error);
      setFailure(message);
      const bad = blogFields.filter((name) => fieldErrors[name]);
      for (const name of bad) {
        form.setError(
          name,
          { type: 'server', message: fieldErrors[name] ?? '' },
          { shouldFocus: name === bad[0] },
        );
      }
    } finally {
      running.current = false;
    }
  });

  const discard = () => {
    blogDrafts.drop(key);
    setDraft(undefined);
    setFailure(undefined);
    form.reset(stored);
  };

  return { form, submit, discard, failure, busy: saving.isPending, fromDraft: draft !== undefined };
}
