import { describe, expect, it } from 'vitest';
import { messages, messageText } from '#shared/messages.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { legal } from '#shared/words/en/legal.ts';
import { privacy } from '#shared/words/en/privacy.ts';
import { terms } from '#shared/words/en/terms.ts';
import { english } from '#shared/words/english.ts';
import { ur } from '#shared/words/ur.ts';
import { urLegal } from '#shared/words/ur-legal.ts';
import { translated, type visitorMessages } from '#shared/words/visitor-messages.ts';
import { createWords } from '#shared/words/words.ts';

/** The placeholders and tags of a message, sorted, with the kind of each placeholder. */
const marksOf = (text: string) => [...new Set(text.match(/\{\w+(, *\w+)?(?=[,}])|<\w+>/g))].sort();

describe('the words of Urdu', () => {
  const catalogue: Record<string, string> = { ...ur, ...urLegal };

  it.each(Object.entries({ ...english, ...legal, ...privacy, ...terms }))(
    '%s has the placeholders of English',
    (key, text) => {
      expect(marksOf(catalogue[key] ?? '')).toEqual(marksOf(text));
    },
  );

  it('are written in its script, with its punctuation', () => {
    const keysOf = (is: (text: string) => boolean) =>
      Object.keys(catalogue).filter((key) => is(catalogue[key] ?? ''));
    expect(keysOf((text) => !/\p{Script=Arabic}/u.test(text)).sort()).toEqual([
      'apps.store',
      'fact.atHour',
      'form.error',
      'jobs.quoted',
      'team.on',
    ]);
    expect(keysOf((text) => /[?;]|\p{Script=Arabic}[,.]/u.test(text.replace(/\{[^{}]*,/g, '')))).toEqual([]);
  });
});

it('messages of answers are translated with their values, and those of a host stay as they are', () => {
  const words = createWords<typeof visitorMessages>('ur', ur);
  expect(translated(messageText('field.tooLong', { limit: 200 }), words)).toBe(
    'یہ متن 200 حروف کی حد سے لمبا ہے۔',
  );
  expect(translated(messages['applicant.received'], words)).toBe('شکریہ۔ ہمیں آپ کی درخواست مل گئی ہے۔');
  expect(translated('Thanks!', words)).toBe('Thanks!');
  expect(wordsOf('ur')('jobs.count', { count: 12 })).toBe('12 آسامیاں');
  expect(wordsOf('ur')('jobs.count', { count: 0 })).toBe('0 آسامیاں');
});

it('the language of a site is English where it names none, must be known, and chooses the default texts of its pages', () => {
  const { pages, ...rest } = sampleFile;
  expect(siteSchema.parse(rest).language).toBe('en');
  expect(siteSchema.parse({ ...rest, language: 'ur' }).pages.careers.head.title).toBe('ملازمت');
  expect(siteSchema.safeParse({ ...rest, language: 'xx' }).error?.issues[0]?.message).toBe(
    'must be one of: en, ur',
  );
});
