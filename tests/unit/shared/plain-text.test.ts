import { expect, it } from 'vitest';
import { plainEmail, plainLink, plainPhone, plainText } from '#shared/plain-text.ts';
import { email, line, optionalPhone, optionalUrl, title } from '#shared/schemas/fields.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { isEmail, isPhone, isWebAddress } from '#shared/text-formats.ts';

it.each([
  ['\ufeffCovers\u200b of\u2060 books', 'Covers of books'],
  ['Ge\u00adstal\u00adtung', 'Gestaltung'],
  ['\u202aAyesha\u202c \u2066Khan\u2069', 'Ayesha Khan'],
  ['Pourquoi\u202f?\u00a0 Oui\u2007', 'Pourquoi ?  Oui'],
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  // Joiners within words have a meaning, and mixed lines need marks of direction.
  ['می\u200cروم क्\u200dष 👩\u200d💻', 'می\u200cروم क्\u200dष 👩\u200d💻'],
  ['\u200cمیں \u200dہوں', 'میں ہوں'],
  ['C++\u200f ہے', 'C++\u200f ہے'],
  ['It’s “fine”', 'It’s “fine”'],
  ['\u200b\u200c\u00ad \u2800\u3164\u200e\ufe0f', ''],
])('the text %j is made plain', (typed, plain) => {
  expect(plainText(typed)).toBe(plain);
  expect(plainText(plain)).toBe(plain);
});

it('a text with nothing to be seen in it is missing', () => {
  for (const rule of [title('category.titleRequired'), line(80, 'category.titleRequired')])
    expect(rule.safeParse('\u200b\u3164\u00a0').error?.issues[0]?.message).toBe('Title is required.');
});

// As they are written in the address books, mails and on the visiting cards of many countries.
it.each([
  ['0300-1234567', '0300-1234567', '03001234567'],
  ['۰۳۰۰ ۱۲۳۴۵۶۷', '0300 1234567', '03001234567'],
  ['Mob. +92 (300) 123-4567', '+92 (300) 123-4567', '+923001234567'],
  ['\u202b۰۲۱-۸۸۷۷۶۶۵۵\u202c', '021-88776655', '02188776655'],
  ['०९८७६ ५४३२१०', '09876 543210', '09876543210'],
  ['０３（１２３４）５６７８', '03(1234)5678', '0312345678'],
  ['03ー1234ー5678', '03-1234-5678', '0312345678'],
  ['+49 (0)30 / 123 45-67', '+49 (0)30 / 123 45-67', '+49301234567'],
  ['Tel.: 030/1234567', '030/1234567', '0301234567'],
  ['☎\ufe0f 030/1234567', '030/1234567', '0301234567'],
  ['+33\u202f6\u202f12\u202f34\u202f56\u202f78', '+33 6 12 34 56 78', '+33612345678'],
  ['\u202d+1 (212)\u00a0555\u20110123\u202c', '+1 (212) 555-0123', '+12125550123'],
  ['(212) 555-0123 ext. 12', '(212) 555-0123 ext. 12', '2125550123;ext=12'],
  ['212.555.0123 x12', '212.555.0123 x12', '2125550123;ext=12'],
  ['tel:+1-212-555-0123;ext=12', '+1-212-555-0123 ext. 12', '+12125550123;ext=12'],
  ['8 (495) 123–45–67 доб. 890', '8 (495) 123-45-67 доб. 890', '84951234567;ext=890'],
  ['+55 11 91234-5678 (WhatsApp)', '+55 11 91234-5678 (WhatsApp)', '+5511912345678'],
])('the phone number %j is right', (typed, stored, dialled) => {
  expect(optionalPhone().parse(typed)).toBe(stored);
  expect(phoneHref(stored)).toBe(`tel:${dialled}`);
});

it.each([
  ['ayesha@example.com\u200b', 'ayesha@example.com'],
  ['mailto:ayesha@example.com?subject=CV', 'ayesha@example.com'],
  ['"Khan, Ayesha" <ayesha@example.com>;', 'ayesha@example.com'],
  ['ayesha@example.com.', 'ayesha@example.com'],
  ['o’brien@example.com', "o'brien@example.com"],
  ['jean\u2011luc@exa\u00admple.com', 'jean-luc@example.com'],
  ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'taro@example.com'],
  ['taro@example。jp', 'taro@example.jp'],
  ['ayesha @ example.com', 'ayesha@example.com'],
  ['用户@例子.广告', '用户@例子.广告'],
])('the email address %j is right', (typed, stored) => expect(email().parse(typed)).toBe(stored));

it.each([
  ['linkedin.com/in/ayesha', 'https://linkedin.com/in/ayesha'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['\u202ahttps://example.com/a\u2011b\u202c', 'https://example.com/a-b'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['پاکستان.example/راہ', 'https://پاکستان.example/راہ'],
])('the link %j is right', (typed, stored) => expect(optionalUrl().parse(typed)).toBe(stored));

it('none of these is a phone number, an email address or a link', () => {
  const phones = ['call me', '1234', '0300 12 34 or ask at the desk', 'ext. 12', '+', '12345 <b>'];
  const emails = ['ayesha', '@example.com', 'a@b', 'a@example.com, b@example.com', 'ayesha khan@example.com'];
  const links = ['my portfolio', 'ftp://example.com', 'javascript:alert(1)', 'example', '//example.com'];
  expect(phones.filter((typed) => isPhone(plainPhone(typed)))).toEqual([]);
  expect(emails.filter((typed) => isEmail(plainEmail(typed)))).toEqual([]);
  expect(links.filter((typed) => isWebAddress(plainLink(typed)))).toEqual([]);
});
