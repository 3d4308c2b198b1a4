import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import type { RedirectFileResult } from '#shared/schemas/redirect.ts';
import { readTextFile } from '#shared/text-file.ts';
import { translateError } from '../../api/api-error.ts';
import { callOrThrow } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { notify } from '../../ui/toast.ts';
import rows from '../shared/rows.module.css';
import styles from './ImportDialog.module.css';

interface Choice {
  file: File;
  csv: string;
  /** Effect that the import would have; undefined until the server has checked the file. */
  result?: RedirectFileResult;
}

/** Imports a CSV file. Shows first what the import will change. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [choice, setChoice] = useState<Choice>();
  const [busy, setBusy] = useState<'checking' | 'importing'>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);
  const { file, result, csv } = choice ?? {};
  const isGood = result !== undefined && result.refused_total === 0;
  const isNew = isGood && result.added + result.changed > 0;

  async function choose(chosen: File | undefined) {
    latest.current = chosen;
    setProblem(undefined);
    setChoice(undefined);
    if (!chosen) return setBusy(undefined);
    if (chosen.size > limits.redirectFile)
      return setProblem(
        messageText('upload.tooLarge', { limit: readableBytes(limits.redirectFile), field: chosen.name }),
      );
    setBusy('checking');
    try {
      const text = readTextFile(new Uint8Array(await chosen.arrayBuffer()));
      if (text === undefined) {
        if (latest.current === chosen) setProblem(textOf('file.encoding'));
        return;
      }
      const { data } = await callOrThrow('checkRedirects', { body: { csv: text } });
      if (latest.current === chosen) setChoice({ file: chosen, csv: text, ...(data && { result: data }) });
    } catch (error) {
      if (latest.current === chosen) setProblem(translateError(error).message);
    } finally {
      if (latest.current === chosen) setBusy(undefined);
    }
  }

  async function take() {
    if (csv === undefined) return;
    setBusy('importing');
    setProblem(undefined);
    try {
      await callOrThrow('importRedirects', { body: { csv } });
      notify.success(deskMessages['redirect.imported']);
      refresh(queries, 'redirect');
      onClose();
    } catch (error) {
      setBusy(undefined);
      setProblem(translateError(error).message);
    }
  }

  return (
    <Dialog
      open
      title="Import redirects"
      size="large"
      onClose={onClose}
      dismissable={busy !== 'importing'}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy === 'importing'}>
            Cancel
          </Button>
          <Button
            onClick={() => void take()}
            disabled={!isNew}
            busy={busy === 'importing'}
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
        file={file}
        error={problem}
        disabled={busy === 'importing'}
        onSelect={(chosen) => void choose(chosen)}
      />
      <div role="status" className={styles.result}>
        {busy === 'checking' && <p>Checking the file…</p>}
        {isGood && <p>{resultText(result)}</p>}
        {result && !isGood && <p>{linesText(result)}</p>}
      </div>
      {result && !isGood && (
        <ul className={rows.ruled} aria-label="Lines to be corrected">
          {result.refused.map(({ line, field, reason }) => (
            <li key={`${line} ${field}`} className={styles.refused}>
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

function resultText({ added, changed, same }: RedirectFileResult): string {
  if (added + changed === 0) return 'All redirects of this file already exist.';
  return `${added} new, ${changed} with a new target, ${same} unchanged.`;
}

function linesText({ refused, refused_total: total }: RedirectFileResult): string {
  const what = total === 1 ? 'One line has to be corrected' : `${total} lines have to be corrected`;
  const shown = refused.length < total ? ` These are the first ${refused.length}.` : '';
  return `Nothing can be imported yet. ${what} first.${shown}`;
}
