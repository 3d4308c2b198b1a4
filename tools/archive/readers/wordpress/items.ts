import { cleanText } from '../clean-text.ts';
import type { XmlField, XmlPart } from './read-xml.ts';

/** Item of an export. The properties are named after WordPress's fields; a missing field is ''. */
export interface WordPressItem {
  id: string;
  title: string;
  link: string;
  pubDate: string;
  author: string;
  content: string;
  contentTooLong: boolean;
  excerpt: string;
  date: string;
  dateGmt: string;
  modified: string;
  modifiedGmt: string;
  slug: string;
  status: string;
  parent: string;
  order: number;
  type: string;
  password: string;
  sticky: boolean;
  attachmentUrl: string;
  terms: { kind: string; slug: string; name: string }[];
  /** The first value of each key. Values that are too long are left out. */
  meta: ReadonlyMap<string, string>;
  formerSlugs: string[];
  comments: number;
}

export function itemOf({ children, comments }: XmlPart): WordPressItem {
  const by = new Map<string, XmlField>();
  for (const field of children) if (!by.has(field.name)) by.set(field.name, field);
  const text = (name: string) => by.get(name)?.text ?? '';
  const line = (name: string) => text(name).trim();
  const meta = children
    .filter(({ name }) => name === 'wp:postmeta')
    .map((field) => [fieldOf(field, 'wp:meta_key'), fieldOf(field, 'wp:meta_value')] as const);
  return {
    id: line('wp:post_id'),
    title: text('title'),
    link: line('link'),
    pubDate: line('pubDate'),
    author: line('dc:creator'),
    content: text('content:encoded'),
    contentTooLong: by.get('content:encoded')?.tooLong ?? false,
    excerpt: text('excerpt:encoded'),
    date: line('wp:post_date'),
    dateGmt: line('wp:post_date_gmt'),
    modified: line('wp:post_modified'),
    modifiedGmt: line('wp:post_modified_gmt'),
    slug: line('wp:post_name'),
    status: line('wp:status'),
    parent: line('wp:post_parent'),
    order: Number(line('wp:menu_order')) || 0,
    type: line('wp:post_type'),
    password: line('wp:post_password'),
    sticky: line('wp:is_sticky') === '1',
    attachmentUrl: line('wp:attachment_url'),
    terms: children
      .filter(({ name }) => name === 'category')
      .map(({ attributes, text: name }) => ({
        kind: attributes.domain ?? '',
        slug: cleanText(attributes.nicename ?? '').text,
        name: name.trim(),
      })),
    meta: new Map(meta.toReversed()),
    formerSlugs: meta.filter(([key]) => key === '_wp_old_slug').map(([, value]) => value),
    comments,
  };
}

export function fieldOf({ children }: { children: readonly XmlField[] }, name: string): string {
  return children.find((field) => field.name === name)?.text.trim() ?? '';
}
