import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import {
  type RedirectFileResult,
  type RedirectInput,
  redirectInputSchema,
} from '#shared/schemas/redirect.ts';
import { readTextFile } from '#shared/text-file.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callOrThrow, readApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { notify } from '../../ui/toast.ts';
import { CallForm } from '../shared/calls.tsx';
import rows from '../shared/rows.module.css';
import styles from './RedirectsScreen.module.css';

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
      kind="getRedirects"
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

/** Checks a CSV file of redirects. Returns its text, and the effect that the import would have. */
async function checkFile(file: File) {
  const refusal = (message: string) => new ApiError('request.failed', 0, { message });
  if (file.size > limits.redirectFile)
    throw refusal(
      messageText('upload.tooLarge', { limit: readableBytes(limits.redirectFile), field: file.name }),
    );
  const csv = readTextFile(new Uint8Array(await file.arrayBuffer()));
  if (csv === undefined) throw refusal(textOf('file.encoding'));
  return { csv, result: await readApi('checkRedirects', { body: { csv } }) };
}

/** Imports a CSV file. Shows first what the import will change. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const check = useMutation({ mutationFn: checkFile });
  const take = useMutation({
    mutationFn: (csv: string) => callOrThrow('importRedirects', { body: { csv } }),
    onSuccess: () => {
      notify.success(deskMessages['redirect.imported']);
      refresh(queries, 'getRedirects');
      onClose();
    },
  });
  const { csv = '', result } = check.data ?? {};
  const isGood = result !== undefined && result.refused_total === 0;
  const isNew = isGood && result.added + result.changed > 0;
  const failure = take.error ?? check.error;

  return (
    <Dialog
      open
      title="Import redirects"
      size="large"
      onClose={onClose}
      dismissable={!take.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={take.isPending}>
            Cancel
          </Button>
          <Button
            onClick={() => take.mutate(csv)}
            disabled={!isNew}
            busy={take.isPending}
            busyLabel="Importing..."
          >
            Import
          </Button>
        </>
      }
    >
      <FileField
        label="CSV file"
        hint="Two columns, From and To, as Export CSV writes them. An old address that already has a redirect gets the new one."
        accept=".csv,text/csv"
        look="document"
        file={check.data && check.variables}
        error={failure ? translateError(failure).message : undefined}
        disabled={take.isPending}
        onSelect={(chosen) => {
          take.reset();
          if (chosen) check.mutate(chosen);
          else check.reset();
        }}
      />
      <div role="status" className={styles.result}>
        {check.isPending && <p>Checking the file…</p>}
        {isGood && <p>{resultText(result)}</p>}
        {result && !isGood && <p>{linesText(result)}</p>}
      </div>
      {result && !isGood && (
        <ul className={rows.ruled} aria-label="Lines to be corrected">
          {result.refused.map(({ line, field, reason }) => (
            <li key={`${line} ${field}`}>
              <span className={styles.line}>
                Line {line}
                {field && `, ${field === 'from' ? 'From' : 'To'}`}
              </span>
              <span className={styles.reason}>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function resultText({ added, changed, same }: RedirectFileResult) {
  if (added + changed === 0) return 'All redirects of this file already exist.';
  return `${added} new, ${changed} with a new target, ${same} unchanged.`;
}

function linesText({ refused, refused_total: total }: RedirectFileResult) {
  const what = total === 1 ? 'One line has to be corrected' : `${total} lines have to be corrected`;
  const shown = refused.length < total ? ` These are the first ${refused.length}.` : '';
  return `Nothing can be imported yet. ${what} first.${shown}`;
}
