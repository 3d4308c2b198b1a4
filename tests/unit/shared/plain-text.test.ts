import { describe, expect, it } from 'vitest';
import { plainEmail, plainLink, plainPhone, plainText } from '#shared/plain-text.ts';
import { isEmail, isPhone, isWebAddress } from '#shared/schemas/field-formats.ts';
import { email, line, optionalPhone, optionalUrl, title } from '#shared/schemas/fields.ts';
import { phoneHref } from '#shared/site/contact-links.ts';

describe('a typed text', () => {
  it.each([
    ['zero-width blanks and marks of files', '\ufeffCovers\u200b of\u2060 books', 'Covers of books'],
    ['soft hyphens', 'Ge\u00adstal\u00adtung', 'Gestaltung'],
    ['directions', '\u202aAyesha\u202c \u2066Khan\u2069', 'Ayesha Khan'],
    ['odd blanks', 'Pourquoi\u202f?\u00a0 Oui\u2007', 'Pourquoi ?  Oui'],
    ['line ends of other systems', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    [
      'joiners within words, which have a meaning',
      'می\u200cروم क्\u200dष 👩\u200d💻',
      'می\u200cروم क्\u200dष 👩\u200d💻',
    ],
    ['joiners elsewhere', '\u200cمیں \u200dہوں', 'میں ہوں'],
    ['marks of direction, which mixed lines need', 'C++\u200f ہے', 'C++\u200f ہے'],
    ['quotes', 'It’s “fine”', 'It’s “fine”'],
    ['nothing else', '\u200b\u200c\u00ad \u2800\u3164\u200e\ufe0f', ''],
  ])('of %s is made plain', (_what, typed, plain) => {
    expect(plainText(typed)).toBe(plain);
    expect(plainText(plain)).toBe(plain);
  });

  it('with nothing to be seen in it is missing', () => {
    for (const rule of [title('category.titleRequired'), line(80, 'category.titleRequired')])
      expect(rule.safeParse('\u200b\u3164\u00a0').error?.issues[0]?.message).toBe('Title is required.');
  });
});

/** As they are written in the address books, mails and on the visiting cards of these countries. */
describe('a phone number', () => {
  it.each([
    ['Pakistan', '0300-1234567', '0300-1234567', '03001234567'],
    ['Pakistan, Urdu digits', '۰۳۰۰ ۱۲۳۴۵۶۷', '0300 1234567', '03001234567'],
    ['Pakistan, labelled', 'Mob. +92 (300) 123-4567', '+92 (300) 123-4567', '+923001234567'],
    ['Egypt, Arabic digits', '+٢٠ ١٠ ١٢٣٤ ٥٦٧٨', '+20 10 1234 5678', '+201012345678'],
    ['Iran, Persian digits', '\u202b۰۲۱-۸۸۷۷۶۶۵۵\u202c', '021-88776655', '02188776655'],
    ['India, Devanagari digits', '०९८७६ ५४३२१०', '09876 543210', '09876543210'],
    ['Japan, full width', '０３（１２３４）５６７８', '03(1234)5678', '0312345678'],
    ['Japan, long sounds as hyphens', '03ー1234ー5678', '03-1234-5678', '0312345678'],
    ['China, full-width plus', '＋86 138\u00a00013\u00a08000', '+86 138 0013 8000', '+8613800138000'],
    ['Germany', '+49 (0)30 / 123 45-67', '+49 (0)30 / 123 45-67', '+49301234567'],
    ['Germany, labelled', 'Tel.: 030/1234567', '030/1234567', '0301234567'],
    ['France, dots', '06.12.34.56.78', '06.12.34.56.78', '0612345678'],
    [
      'France, narrow blanks',
      '+33\u202f6\u202f12\u202f34\u202f56\u202f78',
      '+33 6 12 34 56 78',
      '+33612345678',
    ],
    ['Britain, brackets', '+44 [0]20 7946 0958', '+44 [0]20 7946 0958', '+442079460958'],
    [
      'United States, Apple Contacts',
      '\u202d+1 (212)\u00a0555\u20110123\u202c',
      '+1 (212) 555-0123',
      '+12125550123',
    ],
    ['United States, extension', '(212) 555-0123 ext. 12', '(212) 555-0123 ext. 12', '2125550123;ext=12'],
    ['United States, short extension', '212.555.0123 x12', '212.555.0123 x12', '2125550123;ext=12'],
    ['a link', 'tel:+1-212-555-0123;ext=12', '+1-212-555-0123 ext. 12', '+12125550123;ext=12'],
    ['Russia, extension', '8 (495) 123–45–67 доб. 890', '8 (495) 123-45-67 доб. 890', '84951234567;ext=890'],
    ['Brazil, a note', '+55 11 91234-5678 (WhatsApp)', '+55 11 91234-5678 (WhatsApp)', '+5511912345678'],
  ])('of %s is right', (_where, typed, stored, dialled) => {
    expect(optionalPhone().parse(typed)).toBe(stored);
    expect(phoneHref(stored)).toBe(`tel:${dialled}`);
  });

  it.each(['call me', '1234', '0300 12 34 or ask at the desk', 'ext. 12', 'x', '+', '12345 <b>'])(
    '%j is none',
    (typed) => {
      expect(isPhone(plainPhone(typed))).toBe(false);
    },
  );
});

describe('an email address', () => {
  it.each([
    ['ayesha@example.com\u200b', 'ayesha@example.com'],
    ['\u00a0ayesha@example.com ', 'ayesha@example.com'],
    ['mailto:ayesha@example.com?subject=CV', 'ayesha@example.com'],
    ['Ayesha Khan <ayesha@example.com>', 'ayesha@example.com'],
    ['"Khan, Ayesha" <ayesha@example.com>;', 'ayesha@example.com'],
    ['<ayesha@example.com>', 'ayesha@example.com'],
    ['ayesha@example.com.', 'ayesha@example.com'],
    ['o’brien@example.com', "o'brien@example.com"],
    ['jean\u2011luc@exa\u00admple.com', 'jean-luc@example.com'],
    ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'taro@example.com'],
    ['taro@example。jp', 'taro@example.jp'],
    ['ayesha @ example.com', 'ayesha@example.com'],
    ['用户@例子.广告', '用户@例子.广告'],
  ])('%j is right', (typed, stored) => {
    expect(email().parse(typed)).toBe(stored);
  });

  it.each(['ayesha', '@example.com', 'a@b', 'a@example.com, b@example.com', 'ayesha khan@example.com'])(
    '%j is none',
    (typed) => {
      expect(isEmail(plainEmail(typed))).toBe(false);
    },
  );
});

describe('a link', () => {
  it.each([
    ['linkedin.com/in/ayesha', 'https://linkedin.com/in/ayesha'],
    ['www.example.com', 'https://www.example.com'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['\u202ahttps://example.com/a\u2011b\u202c', 'https://example.com/a-b'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['پاکستان.example/راہ', 'https://پاکستان.example/راہ'],
  ])('%j is right', (typed, stored) => {
    expect(optionalUrl().parse(typed)).toBe(stored);
  });

  it.each(['my portfolio', 'ftp://example.com', 'javascript:alert(1)', 'example', '//example.com'])(
    '%j is none',
    (typed) => {
      expect(isWebAddress(plainLink(typed))).toBe(false);
    },
  );
});
