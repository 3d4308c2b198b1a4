import type { MailTemplateName } from '#shared/schemas/letter.ts';
import type { Language } from '#shared/words/language.ts';

/** The text of a mail before its placeholders are filled. */
export interface TemplateText {
  subject: string;
  body: string;
}

type Templates = Record<MailTemplateName, TemplateText>;

const english: Templates = {
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

const urdu: Templates = {
  received: {
    subject: '{company} میں آپ کی درخواست ({reference})',
    body: `محترم {name}،

{job} کے لیے درخواست دینے کا شکریہ۔ آپ کی درخواست ہمیں مل گئی ہے، اور ہم اسے پوری توجہ سے پڑھیں گے۔

فیصلہ جو بھی ہو، ہم آپ کو لکھیں گے۔ اگر اس دوران آپ کی طرف کچھ بدل جائے تو اسی میل کا جواب دے دیں۔

نیک تمناؤں کے ساتھ
{sender}
{company}`,
  },
  invite: {
    subject: 'آئیے بات کریں: {company} میں آپ کی درخواست',
    body: `محترم {name}،

ہم نے {job} کے لیے آپ کی درخواست پڑھ لی ہے، اور آپ سے ملنا چاہتے ہیں۔

کیا آنے والے دنوں میں تقریباً 45 منٹ کی گفتگو آپ کے لیے ممکن ہو گی؟ براہِ کرم جواب میں دو یا تین ایسے اوقات لکھیں جب آپ فارغ ہوں، اور یہ بھی کہ آپ آ کر ملنا پسند کریں گے یا ویڈیو پر۔ اگر ہمیں آپ کے لیے کوئی انتظام کرنا ہو تو وہ بھی بتا دیں۔

ہمیں آپ سے ملنے کا انتظار رہے گا۔

نیک تمناؤں کے ساتھ
{sender}
{company}`,
  },
  information: {
    subject: '{company} میں آپ کی درخواست کے بارے میں ایک سوال',
    body: `محترم {name}،

{job} کے لیے درخواست دینے کا شکریہ۔ آگے کا فیصلہ کرنے سے پہلے ہم ایک بات جاننا چاہتے ہیں:

– (?سوال)

اس میل کا مختصر جواب کافی ہے۔

نیک تمناؤں کے ساتھ
{sender}
{company}`,
  },
  offer: {
    subject: '{name}، ہم آپ کے ساتھ کام کرنا چاہتے ہیں',
    body: `محترم {name}،

آپ سے مل کر ہمیں خوشی ہوئی، اور ہم آپ کو {job} کی پیشکش کرنا چاہتے ہیں۔

ہمارے ذہن میں یہ شرائط ہیں:

– آغاز: (?تاریخ)
– تنخواہ: (?رقم)
– کام کی جگہ: (?جگہ)

براہِ کرم اطمینان سے سوچیں۔ کوئی بھی سوال ہو تو اس میل کا جواب دیں؛ آپ چاہیں تو ہم آپ کو فون بھی کر لیں گے۔

نیک تمناؤں کے ساتھ
{sender}
{company}`,
  },
  rejection: {
    subject: '{company} میں آپ کی درخواست',
    body: `محترم {name}،

{job} میں آپ کی دلچسپی کا، اور اس وقت اور محنت کا شکریہ جو آپ نے اپنی درخواست پر صرف کی۔

ہم نے اسے غور سے پڑھا۔ سوچ بچار کے بعد ہم نے اس بار دوسرے امیدواروں کے ساتھ آگے بڑھنے کا فیصلہ کیا ہے۔ یہ فیصلہ ایک آسامی کے بارے میں ہے؛ یہ نہ آپ کے بارے میں کوئی رائے ہے اور نہ آپ کے کام کے بارے میں۔

جب یہاں کوئی آسامی آپ کے لیے موزوں ہو تو دوبارہ ضرور درخواست دیں۔ ہماری نیک تمنائیں آپ کے ساتھ ہیں۔

نیک تمناؤں کے ساتھ
{sender}
{company}`,
  },
};

/**
 * The built-in texts of the templates, by the language of the site. They promise nothing that a company might be
 * unable to keep: the sender adds dates and terms. For a candidate without a job, `{job}` is `mail.anyJob`.
 */
export const defaultTemplates: Record<Language, Templates> = { en: english, ur: urdu };
