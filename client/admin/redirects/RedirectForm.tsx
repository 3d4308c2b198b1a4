import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type RedirectInput, redirectInputSchema } from '#shared/schemas/redirect.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { CallForm } from '../shared/CallForm.tsx';

const address = {
  dir: 'ltr',
  maxLength: limits.redirectAddress,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/**
 * Adds a redirect. The rules on URLs that can be redirected are checked on the server only; an error is shown at its
 * field.
 */
export function RedirectForm({ onClose }: { onClose: () => void }) {
  return (
    <CallForm<RedirectInput>
      title="Add redirect"
      size="small"
      draftKey="redirect:new"
      stored={{ from: '', to: '' }}
      rules={redirectInputSchema.shape}
      call="addRedirect"
      busyLabel={messages['busy.creating']}
      done={deskMessages['redirect.added']}
      kind="redirect"
      onClose={onClose}
    >
      {(bind) => (
        <>
          <TextField
            label="Old address"
            hint="Without the host name: /blog/our-post.html. With a query, such as /?p=12, only that query is redirected."
            {...address}
            {...bind('from')}
          />
          <TextField label="Leads to" hint="A page of this site: /view-blog/7" {...address} {...bind('to')} />
        </>
      )}
    </CallForm>
  );
}
