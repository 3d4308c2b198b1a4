import type { MailTemplateName } from '#shared/schemas/letter.ts';

/** The text of a mail before its placeholders are filled. */
export interface TemplateText {
  subject: string;
  body: string;
}

/**
 * The built-in texts of the templates. They promise nothing that a company might be unable to keep: the sender adds
 * dates and terms. For a candidate without a job, `{job}` is "a position with us".
 */
export const defaultTemplates: Record<MailTemplateName, TemplateText> = {
  received: {
    subject: 'Your application to {company} ({reference})',
    body: `Hello {name},

Thank you for applying for {job}. Your application has reached us, and a person will read all of it.

We will write to you again when we have, whichever way we decide. If something changes for you in the meantime, just reply to this mail.

Kind regards
{sender}
{company}`,
  },
  invite: {
    subject: 'Let us talk: your application to {company}',
    body: `Hello {name},

We have read your application for {job}, and we would like to get to know you.

Would a conversation of about 45 minutes suit you in the coming days? Please reply with two or three times at which you are free, and whether you prefer to meet in person or by video. Tell us as well if there is anything that we should arrange for you.

We look forward to meeting you.

Kind regards
{sender}
{company}`,
  },
  information: {
    subject: 'A question about your application to {company}',
    body: `Hello {name},

Thank you for your application for {job}. Before we decide how to go on, there is something that we would like to know:

– (your question)

A short reply to this mail is enough.

Kind regards
{sender}
{company}`,
  },
  offer: {
    subject: 'We would like to work with you, {name}',
    body: `Hello {name},

We enjoyed getting to know you, and we would like to offer you {job}.

These are the terms that we have in mind:

– Start: (date)
– Salary: (amount)
– Place of work: (place)

Please take the time that you need to think about it. Any questions are welcome: reply to this mail, and we will call you if you prefer that.

Kind regards
{sender}
{company}`,
  },
  rejection: {
    subject: 'Your application to {company}',
    body: `Hello {name},

Thank you for your interest in {job}, and for the time and care that you put into your application.

We have read it closely. After thinking it over we have decided to go on with other candidates this time. This is a decision about one position, and not a judgement of you or your work.

You are welcome to apply again when you see something here that suits you. We wish you all the best.

Kind regards
{sender}
{company}`,
  },
};
