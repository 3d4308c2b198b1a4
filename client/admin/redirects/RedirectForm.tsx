import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type RedirectInput, redirectInputSchema } from '#shared/schemas/redirect.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';

const empty: RedirectInput = { from: '', to: '' };

/**
 * Adds a redirect. The rules on URLs that can be redirected are checked on the server only; an error is shown at its
 * field.
 */
export function RedirectForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const state = useResourceForm<RedirectInput>({
    draftKey: 'redirect:new',
    stored: empty,
    rules: redirectInputSchema.shape,
    save: (typed, { signal }) => callApi('addRedirect', { body: typed, signal }),
    onSaved: () => {
      notify.success(deskMessages['redirect.added']);
      refresh(queries, 'redirect');
      onClose();
    },
  });
  const bind = bindFields(state.form, state.busy);
  const address = {
    dir: 'ltr',
    maxLength: limits.redirectAddress,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  } as const;
  return (
    <FormDialog
      title="Add redirect"
      size="small"
      submitLabel="Save"
      busyLabel={messages['busy.creating']}
      state={state}
      onClose={onClose}
    >
      <TextField
        label="Old address"
        hint="Without the host name: /blog/our-post.html. With a query, such as /?p=12, only that query is redirected."
        {...address}
        {...bind('from')}
      />
      <TextField label="Leads to" hint="A page of this site: /view-blog/7" {...address} {...bind('to')} />
    </FormDialog>
  );
}
