import { createHash } from 'node:crypto';
import { pdf } from '../../support/files.ts';
import { applicationForm } from '../../support/forms.ts';

/** A visitor's form with unique values: name, email, network address and CV. */
export interface VisitorForm {
  kind: 'application' | 'contact' | 'deletion';
  name: string;
  email: string;
  path: string;
  /** SHA-256 of the CV in hex; only for applications. */
  cvHash: string | undefined;
  body(): FormData | string;
  headers: Record<string, string>;
}

/** The answer that the visitor received. */
export interface FormAnswer {
  status: number;
  reference: string | undefined;
  dueAt: string | undefined;
}

/** Parts of visitors' names that occur nowhere else: tests search for them where no name may be stored. */
const given = (
  'زرمینہ گلالئی پلوشہ شائستہ مہرین ثناء لینا زرغونہ بختاور نیلوفر رابعہ صائمہ عائشہ خدیجہ مریم فرزانہ ' +
  'بلال حمزہ دانیال زبیر کامران فہد جہانزیب شہزاد مبشر نوید طارق یاسر عدنان وقاص شفیق انور'
).split(' ');
const family = (
  'خٹک آفریدی یوسفزئی اورکزئی مہمند بنگش شنواری وزیر محسود داوڑ بیٹنی مروت گنڈاپور کنڈی ترکلانی سواتی ' +
  'درانی کاکڑ ترین اچکزئی غلزئی نورزئی صافی باجوڑی چترالی ہزارہ جدون طوری زازئی منگل جاجی خلیل'
).split(' ');

export const nameWords: readonly string[] = [...given, ...family];

const kinds = ['application', 'contact', 'application', 'deletion'] as const;

/** Returns the form of this number; every second form is an application, to `jobs` in turn or to no job. */
export function formOf(number: number, token: string, jobs: readonly number[] = []): VisitorForm {
  const kind = kinds[number % kinds.length] ?? 'contact';
  const name = nameOf(number);
  const email = `visitor-${number}@mail.example`;
  // One address may send five forms an hour.
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const headers = { 'x-csrf': '1', 'x-forwarded-for': address };
  if (kind !== 'application') {
    const texts =
      kind === 'contact'
        ? { name, email, phone: '', subject: 'A question', message: `${name} would like to know.` }
        : { name, email, app_name: 'Qissa', account_identifier: email, message: '' };
    return {
      kind,
      name,
      email,
      path: kind === 'contact' ? '/api/contactUs' : '/api/requestAccountDeletion',
      cvHash: undefined,
      headers: { ...headers, 'content-type': 'application/json' },
      body: () => JSON.stringify({ ...texts, website: '', form_token: token }),
    };
  }
  const cv = Buffer.concat([pdf(), Buffer.from(`% ${name} ${number}\n`)]);
  const job = [undefined, ...jobs][(number >> 1) % (jobs.length + 1)];
  return {
    kind,
    name,
    email,
    path: job === undefined ? '/api/applyJob' : `/api/applyJob/${job}`,
    cvHash: createHash('sha256').update(cv).digest('hex'),
    headers,
    body() {
      const form = new FormData();
      const texts = { name, email, form_token: token };
      for (const part of applicationForm(texts)) if ('text' in part) form.append(part.name, part.text);
      form.append('cv', new File([cv], `CV ${name}.pdf`, { type: 'application/pdf' }));
      return form;
    },
  };
}

function nameOf(number: number): string {
  const [first, second] = [number % given.length, Math.floor(number / given.length)];
  const [one, other] = [second % family.length, Math.floor(second / family.length)];
  return [given[first], family[one], other > 0 ? family[other % family.length] : undefined]
    .filter((word) => word !== undefined)
    .join(' ');
}

/** Sends a form to the product. Rejects if the connection ends before the answer arrives. */
export async function sendForm(url: string, form: VisitorForm): Promise<FormAnswer> {
  const answer = await fetch(`${url}${form.path}`, {
    method: 'POST',
    headers: form.headers,
    body: form.body(),
  });
  const { data } = (await answer.json()) as { data?: { reference?: string; due_at?: string } | null };
  return { status: answer.status, reference: data?.reference, dueAt: data?.due_at };
}

/**
 * Fetches a token as an opening form does; it is valid after `limits.formMinSeconds`, and can be used for many forms.
 */
export async function formToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/formToken`);
  const { data } = (await answer.json()) as { data?: { form_token?: string } };
  if (answer.status !== 200 || !data?.form_token)
    throw new Error(`formToken was answered with ${answer.status}`);
  return data.form_token;
}
