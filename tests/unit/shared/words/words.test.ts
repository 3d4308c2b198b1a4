import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { messages, messageText } from '#shared/messages.ts';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { legal } from '#shared/words/en/legal.ts';
import { privacy } from '#shared/words/en/privacy.ts';
import { terms } from '#shared/words/en/terms.ts';
import { english } from '#shared/words/english.ts';
import { languageNames } from '#shared/words/language.ts';
import { ur } from '#shared/words/ur.ts';
import { urLegal } from '#shared/words/ur-legal.ts';
import { translated, visitorMessages } from '#shared/words/visitor-messages.ts';
import { createWords } from '#shared/words/words.ts';

type Element = ReturnType<typeof parse>[number];

/** The placeholders and tags of a message, sorted, each with the kind of its element. */
function marksOf(text: string): string[] {
  const marks = new Set<string>();
  const visit = (elements: readonly Element[]) => {
    for (const element of elements) {
      if ('options' in element)
        for (const { value } of Object.values(element.options)) visit(value as Element[]);
      if ('children' in element) visit(element.children);
      // 0 is a plain text and 7 the number of a plural form.
      if (element.type !== 0 && element.type !== 7) marks.add(`${element.type} ${element.value}`);
    }
  };
  visit(parse(text));
  return [...marks].sort();
}

const allEnglish = { ...english, ...legal, ...privacy, ...terms };
const others = { ur: { ...ur, ...urLegal } };

describe.each(Object.entries(others))('the words of %s', (language, catalogue) => {
  it.each(Object.keys(allEnglish) as (keyof typeof allEnglish)[])(
    '%s has the placeholders of English',
    (key) => {
      expect(marksOf(catalogue[key])).toEqual(marksOf(allEnglish[key]));
    },
  );

  it('are written in the script of the language, with its punctuation', () => {
    const latin = Object.entries(catalogue).filter(([, text]) => !/\p{Script=Arabic}/u.test(text));
    expect(latin.map(([key]) => key).sort()).toEqual([
      'apps.store',
      'fact.atHour',
      'form.error',
      'jobs.quoted',
      'team.on',
    ]);
    const foreign = Object.entries(catalogue).filter(([, text]) =>
      /[?;]|\p{Script=Arabic}[,.]/u.test(text.replace(/\{[^{}]*,/g, '')),
    );
    expect(foreign).toEqual([]);
  });

  it('are one of the languages of a site', () => expect(languageNames).toContain(language));
});

describe('words', () => {
  it('count in the plural forms of the language', () => {
    const words = wordsOf('ur');
    expect(words('jobs.count', { count: 1 })).toBe('1 آسامی');
    expect(words('jobs.count', { count: 12 })).toBe('12 آسامیاں');
    expect(wordsOf('en')('jobs.count', { count: 1 })).toBe('1 position');
  });

  it('hand the text of a tag to the function of that tag', () => {
    const words = createWords<{ a: 'See <link>our {what}</link>.' }>('en', {
      a: 'See <link>our {what}</link>.',
    });
    expect(words.parts('a', { what: 'jobs', link: (inside) => ({ inside }) })).toEqual([
      'See ',
      { inside: ['our jobs'] },
      '.',
    ]);
  });
});

describe('messages of answers', () => {
  it('are translated with their values', () => {
    const words = createWords<typeof visitorMessages>('ur', ur);
    expect(translated(messageText('field.tooLong', { limit: 200 }), words)).toBe(
      'یہ متن 200 حروف کی حد سے لمبا ہے۔',
    );
    expect(translated(messages['applicant.received'], words)).toBe('شکریہ۔ ہمیں آپ کی درخواست مل گئی ہے۔');
  });

  it('of a host stay as they are', () => {
    const words = createWords<typeof visitorMessages>('ur', ur);
    expect(translated('Thanks!', words)).toBe('Thanks!');
  });

  it('stay in English where the site is English', () => {
    const words = createWords<typeof visitorMessages>('en', visitorMessages);
    expect(translated(messages['field.required'], words)).toBe(messages['field.required']);
  });
});

describe('the language of a site', () => {
  it('is English where the file names none', () => expect(siteSchema.parse(sampleFile).language).toBe('en'));

  it('chooses the default texts of its pages', () => {
    const { pages, ...rest } = sampleFile;
    const site = siteSchema.parse({ ...rest, language: 'ur' });
    expect(site.pages.careers.head.title).toBe('ملازمت');
    expect(site.pages.jobs.head.description).toBe('Naqsh Studio میں خالی آسامیاں۔');
  });

  it('must be known', () => {
    expect(siteSchema.safeParse({ ...sampleFile, language: 'xx' }).error?.issues[0]?.message).toBe(
      'must be one of: en, ur',
    );
  });
});
