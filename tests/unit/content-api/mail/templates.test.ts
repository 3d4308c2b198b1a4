import { describe, expect, it } from 'vitest';
import type { Site } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { greeting, type Mail, renderMail } from '../../../../server/content-api/mail/mails.ts';
import { goodMails, publicUrl } from '../../../support/mail/mails.ts';

function rendered(mail: Mail, site: Site = sampleSite) {
  const made = renderMail(mail, publicUrl, site);
  if (!made) throw new Error('The mail was not made.');
  return made;
}

describe('each mail', () => {
  const says: [keyof typeof goodMails, string | null, string, string[]][] = [
    [
      'confirmation',
      'ana@applicant.example',
      'Your application K7PM2XQD: Sound designer',
      ['Hello Ana Gul,', 'K7PM2XQD', 'Sound designer', 'until 21 May 2027'],
    ],
    [
      'newApplicant',
      null,
      'New application: Ana Gul (Sound designer)',
      ['Ana Gul', 'K7PM2XQD', 'https://studio.example/admin/applicants'],
    ],
    ['contactReceipt', 'ana@visitor.example', 'We have received your message', ['Hello Ana Gul,']],
    [
      'deletionReceipt',
      'ana@visitor.example',
      'We have received your deletion request',
      ['Hello,', '21 December 2026'],
    ],
    [
      'newMessage',
      null,
      'New message: A film',
      ['Ana Gul, ana@visitor.example', 'A film', 'can you make one?'],
    ],
    [
      'newDeletion',
      null,
      'Account deletion: Naqsh Player, due 21 December 2026',
      ['ana@visitor.example', 'Naqsh Player', 'ana-77', '21 December 2026', 'All of it, please.'],
    ],
  ];

  it.each(says)('%s says the same in both forms', (name, recipient, subject, words) => {
    const mail = rendered(goodMails[name]);
    expect([mail.recipient, mail.subject]).toEqual([recipient, subject]);
    for (const word of words) {
      expect(mail.text).toContain(word);
      expect(mail.html).toContain(word);
    }
    expect(mail.text).not.toMatch(/<\w|undefined|null|\[object/);
    expect(mail.html).not.toMatch(/undefined|null|\[object/);
  });

  it.each(Object.entries(goodMails))('%s loads nothing and runs nothing', (_name, mail) => {
    expect(rendered(mail).html).not.toMatch(/<(img|script|link|iframe|form|object)|\ssrc=|url\(|@import/i);
  });

  it('is answered to whoever wrote, and to nobody else', () => {
    const { html, replyTo } = rendered(goodMails.newMessage);
    expect(replyTo).toBe('ana@visitor.example');
    for (const tag of ['p', 'td', 'blockquote']) expect(html).toContain(`<${tag} dir="auto"`);
    expect(rendered(goodMails.newApplicant).replyTo).toBe('ana@applicant.example');
    expect(rendered(goodMails.newApplicant).text).toContain('/admin/applicants?applicant=7');
    expect(rendered(goodMails.newMessage).text).toContain('/admin/messages?message=9');
    for (const name of ['confirmation', 'contactReceipt'] as const) {
      expect(rendered(goodMails[name]).replyTo).toBeNull();
    }
  });
});

describe('a mail to a visitor of a site in Urdu', () => {
  const site: Site = {
    ...sampleSite,
    language: 'ur',
    name: 'نان گھر',
    address: { city: 'پشاور', country: 'پاکستان' },
  };
  const { confirmation, deletionReceipt } = goodMails;

  it.each([
    [
      'a confirmation',
      { ...confirmation, name: 'گل', jobTitle: 'نان بائی' },
      'آپ کی درخواست',
      'حوالہ نمبر: K7PM2XQD',
    ],
    [
      'a receipt of a request',
      deletionReceipt,
      'ہمیں حذف کرنے کی آپ کی درخواست مل گئی ہے',
      'آخری تاریخ: 21 دسمبر، 2026',
    ],
  ] satisfies [string, Mail, string, string][])(
    'is in Urdu in both forms: %s',
    (_name, mail, subject, says) => {
      const made = rendered(mail, site);
      expect(made.subject).toContain(subject);
      expect(made.text).toContain(says);
      expect(made.html).toContain('<html lang="ur" dir="rtl">');
      const shown = made.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ');
      for (const text of [made.subject, made.text, shown]) {
        const latin = text.replaceAll(publicUrl.href, '').match(/[A-Za-z][\w.@-]+/g) ?? [];
        expect(latin.filter((word) => ![site.email, 'K7PM2XQD', publicUrl.host].includes(word))).toEqual([]);
      }
    },
  );
});

describe('hostile texts', () => {
  const hostile = '<img src=x onerror=alert(1)> & "quotes" \'n\' </title><script>alert(2)</script>';

  it.each([
    ['the name of an applicant', { ...goodMails.newApplicant, name: hostile }],
    ['a job', { ...goodMails.confirmation, jobTitle: hostile }],
    ['a message', { ...goodMails.newMessage, message: { type: 'contact', subject: hostile, text: hostile } }],
    [
      'an account',
      { ...goodMails.newDeletion, message: { ...goodMails.newDeletion.message, accountIdentifier: hostile } },
    ],
  ] satisfies [string, Mail][])('stay text in the HTML: %s', (_what, mail) => {
    const made = rendered(mail);
    expect(made.html).toContain(
      '&#60;img src=x onerror=alert(1)&#62; &#38; &#34;quotes&#34; &#39;n&#39; &#60;/title&#62;&#60;script&#62;',
    );
    expect(made.html).not.toMatch(/<img|<script/);
    expect(made.text).toContain(hostile);
  });

  it('leave the subject one line of at most 200 characters, and turn no text around', () => {
    const subject = (name: string) => rendered({ ...goodMails.newApplicant, name }).subject;
    expect(subject('Ana\r\nBcc: victim@other.example\r\n\r\nBuy')).toBe(
      'New application: Ana Bcc: victim@other.example Buy (Sound designer)',
    );
    expect(subject('A\0B\u0085C\u2028D\u202EE\u2066F')).not.toMatch(/\p{Cc}|[\u2028\u202E\u2066]/u);
    expect([...subject('🎬'.repeat(300))]).toHaveLength(200);
    expect(subject('\ud800').isWellFormed()).toBe(true);
  });

  it('cannot forge a line of a message: each of its lines is marked as quoted', () => {
    const { text } = rendered({
      ...goodMails.newMessage,
      message: { type: 'contact', subject: 'A', text: 'One\r\nTwo\rThree\u2028-- \nThe studio' },
    });
    expect(text).toContain('> One\n> Two\n> Three\n> -- \n> The studio\n');
  });
});

it.each([
  'a@b.example\r\nRCPT TO:<victim@other.example>',
  'a@b.example, victim@other.example',
  'a@b.example>\r\nDATA',
  '<a@b.example>',
  'a b@c.example',
  'a@localhost',
  'a',
  '',
])('addresses that are none get no mail and no reply: %j', (address) => {
  expect(renderMail({ ...goodMails.confirmation, to: address }, publicUrl, sampleSite)).toBeUndefined();
  expect(rendered({ ...goodMails.newMessage, email: address }).replyTo).toBeNull();
});

describe('the greeting', () => {
  it.each([
    'Ana',
    'José María Núñez',
    "Sinéad O'Brien",
    'J. R. Khan',
    'عائشہ خان',
    'می‌خواهم',
    'Anne-Marie',
    ' Ana ',
  ])('names %s', (name) => {
    expect(greeting(name)).toBe(`Hello ${name.trim()},`);
  });

  it.each([
    'Win at https://evil.example',
    'www.evil.example',
    'evil.example',
    'Call 0900 1234',
    'a@b.example',
    'Dear customer, your account was closed! Log in',
    'A'.repeat(61),
    '<b>Ana</b>',
    'Ana\nBuy this',
    '',
  ])('does not repeat %j', (name) => {
    expect(greeting(name)).toBe('Hello,');
  });
});
