import { useMemo } from 'react';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { useSite } from '../../../site-info.ts';
import styles from './SearchPreview.module.css';

/** About what a result has room for, in characters. */
const titleLength = 60;
const textLength = 155;

/** The posting as one result among others. */
export function SearchSnippet({ job, url }: { job: PostingJob; url: string }) {
  const { name } = useSite();
  const words = useMemo(() => plainWords(job.description), [job.description]);
  const { host, pathname } = new URL(url);
  return (
    <figure className={styles.snippet}>
      <figcaption className={styles.caption}>As a search result</figcaption>
      <p className={styles.site}>
        <span className={styles.siteName}>{name}</span>
        <span className={styles.address}>{[host, ...pathname.split('/').filter(Boolean)].join(' › ')}</span>
      </p>
      <p className={styles.result} dir="auto">
        {cut(`${job.title.trim() || 'Job title'} · ${name}`, titleLength)}
      </p>
      <p className={styles.words} dir="auto">
        {words ? cut(words, textLength) : 'The first words of the description stand here.'}
      </p>
    </figure>
  );
}

/** The summary is made of safe words alone; reading it as a document turns its entities into signs, and runs nothing. */
function plainWords(html: string): string {
  const { body } = new DOMParser().parseFromString(richTextSummary(html), 'text/html');
  return body.textContent?.trim() ?? '';
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length - 1);
  return `${text.slice(0, end > length / 2 ? end : length - 1)} …`;
}
