import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { keptWords, removedWords } from '#shared/sample-words.ts';
import type { SampleRemoval } from '#shared/schemas/sample.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { notify } from '../../../ui/toast.ts';
import { sampleQuery } from '../../shared/first-steps/use-first-steps.ts';
import { useQuestion } from '../../shared/use-question.tsx';
import styles from './FirstSteps.module.css';

/** Says that the site has sample content, and removes it. Shows nothing if there is none, or on another host. */
export function SampleContent() {
  const isSupported = useHostSupports('getSample') === true;
  const { data } = useQuery({ ...sampleQuery, enabled: isSupported });
  const queries = useQueryClient();
  const [kept, setKept] = useState<SampleRemoval['kept']>([]);

  async function remove(): Promise<void> {
    try {
      const removal = await readApi('removeSample');
      const words = removedWords(removal.removed);
      notify.success(words ? `Removed ${words}.` : deskMessages['sample.noneRemoved']);
      setKept(removal.kept);
      await queries.invalidateQueries();
    } catch (error) {
      notify.error(translateError(error).message);
    }
  }
  const [ask, question] = useQuestion(() => ({
    title: 'Remove the sample content?',
    text: deskMessages['sample.removeAsks'],
    confirmLabel: 'Remove sample content',
    onConfirm: remove,
  }));

  if (!data?.sample && kept.length === 0) return null;
  return (
    <section className={styles.sample} aria-label="Sample content">
      {kept.length > 0 ? (
        <>
          <p>These stay:</p>
          <ul className={styles.kept}>
            {kept.map((row) => (
              <li key={`${row.resource} ${row.title}`}>{keptWords(row)}.</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{deskMessages['sample.isThere']}</p>
          <Button variant="quiet" onClick={ask}>
            Remove sample content
          </Button>
        </>
      )}
      {question}
    </section>
  );
}
