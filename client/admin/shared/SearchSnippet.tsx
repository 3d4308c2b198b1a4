import { ownScript } from '#shared/text-direction.ts';
import { useSite } from '../../site-info.ts';
import { PreviewCard } from './PreviewCard.tsx';
import styles from './SearchSnippet.module.css';

/** Approximate number of characters that a search result has room for, in its title and in its text. */
const titleLength = 60;
const textLength = 155;

/** Shows a page as a result in a search engine. `title` is the page's title without the company's name. */
export function SearchSnippet({ title, text, url }: { title: string; text: string; url: string }) {
  const { name } = useSite();
  const { host, pathname } = new URL(url);
  return (
    <PreviewCard caption="As a search result">
      <p className={styles.site}>
        <span className="strong">{name}</span>
        <span className="soft">{[host, ...pathname.split('/').filter(Boolean)].join(' › ')}</span>
      </p>
      <p className={styles.result} {...ownScript(title)}>
        {cut(`${title} · ${name}`, titleLength)}
      </p>
      <p className={styles.summary} {...ownScript(text)}>
        {text ? cut(text, textLength) : 'The first words of the description appear here.'}
      </p>
    </PreviewCard>
  );
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf(' ', length - 1);
  return `${text.slice(0, end > length / 2 ? end : length - 1)} …`;
}
