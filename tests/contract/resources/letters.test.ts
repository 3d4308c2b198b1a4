import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { withEngine } from '../../support/engines.ts';
import { startMailServer } from '../../support/mail/mail-server.ts';
import { makeMessage } from './cases.ts';
import { postForm, publicUrl } from './support/account-links.ts';

const server = await startMailServer();
afterAll(() => server.close());
const mailFrom = 'site@studio.example';

/** Markup and additional header lines, in every field that a visitor fills in. */
const hostile = '<b>Eve</b>\r\nBcc: all@evil.example\r\nX-Evil: 1';

withEngine(
  'embedded',
  (engine) => {
    /** Returns the newest mail to an address, parsed as a mail program does, when `count` mails have arrived. */
    const mailTo = async (email: string, count = 1) => {
      const mails = () => server.mails.filter(({ to }) => to.join().toLowerCase() === email.toLowerCase());
      await expect.poll(() => mails().length).toBe(count);
      return simpleParser(mails().at(-1)?.raw ?? '');
    };
    const expectSafe = (mail: ParsedMail, replyTo: string | undefined) => {
      expect(mail.from?.value).toEqual([{ name: sampleSite.name, address: mailFrom }]);
      expect(mail.replyTo?.value.map(({ address }) => address)).toEqual(replyTo && [replyTo]);
      for (const header of ['bcc', 'cc', 'x-evil']) expect(mail.headers.has(header)).toBe(false);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.html).not.toMatch(/<b>|<img/);
    };

    it('answers to messages go from the site, back to who wrote them, and what was typed stays text', async () => {
      const email = 'gul@visitor.example';
      const { id } = await makeMessage(engine, 'contact', { email, name: hostile, subject: hostile });
      await mailTo(email);
      const words = { text: 'Dear Gul,\n\nit is <img src=x> & "free".', key: 'one form' };
      await engine.read('answerMessage', id, words);
      const mail = await mailTo(email, 2);
      expectSafe(mail, engine.credentials.email);
      expect(mail.subject).toMatch(/^Re: <b>Eve<\/b> Bcc: all@evil\.example X-Evil: 1/);
      expect(mail.text).toContain('it is <img src=x> & "free".');
      expect(mail.html).toContain('it is &#60;img src=x&#62; &#38;');
    });

    it('letters about accounts have one link to the site, and a name that is markup is a name', async () => {
      const email = 'eve@studio.example';
      const invite = { name: hostile, email, role: 'editor' };
      await engine.read('invitePerson', invite);
      const invited = await mailTo(email);
      expectSafe(invited, undefined);
      const [invitation = ''] = linksIn(invited);
      expect(linksIn(invited)).toEqual([expect.stringMatching(`^${publicUrl}/invite/`)]);
      await postForm(engine, new URL(invitation).pathname, {
        name: '<b>Eve</b>',
        new_password: 'a sound passphrase of hers',
      }).expect(200);
      await postForm(engine, '/admin/forgot', { email }).set('Origin', engine.app.url).expect(200);
      const reset = await mailTo(email, 2);
      expectSafe(reset, undefined);
      expect(linksIn(reset)).toEqual([expect.stringMatching(`^${publicUrl}/reset/`)]);
    });
  },
  { environment: { PUBLIC_URL: publicUrl, SMTP_URL: server.url, MAIL_FROM: mailFrom } },
);

/** Returns the targets of the links in both forms of a mail, except the site's own address in the footer. */
function linksIn({ text = '', html }: ParsedMail) {
  const links = `${text} ${html}`.match(/https?:\/\/[^\s"<)]+/g) ?? [];
  return [...new Set(links)].filter((link) => /\/(invite|reset)\//.test(link));
}
