import type { Task } from '../../database/tasks.ts';
import { AppError } from '../../errors.ts';
import { formHeaders } from '../../forms/form-headers.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { attempt, failed, type Outcome } from './outcome.ts';
import type { TakeHostToken } from './tokens.ts';
import { isJson, textsOf, type VisitorForm, withText } from './visitor-form.ts';

/** The identity of a form, the same at every attempt to deliver it. */
export interface FormIdentity {
  key: string;
  reference: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
}

export const identityOf = ({ key, label, created_at }: Task): FormIdentity => ({
  key,
  reference: label ?? '',
  receivedAt: created_at,
});

/**
 * Sends a form to the host; never rejects. The answer is read completely. `isKept` is true for a form that was
 * stored, and whose sender has a reference.
 */
export type SendForm = (
  form: VisitorForm,
  identity: FormIdentity,
  options: { requestId: string; isKept?: boolean; signal?: AbortSignal },
) => Promise<Outcome>;

interface FormSenderOptions {
  upstream: Pick<Upstream, 'url' | 'request'>;
  formTokens: FormTokens;
  takeHostToken: TakeHostToken;
  /** True if the receiver of this row's forms issues form tokens, and therefore detects robots itself. */
  hostJudges: (row: FormRow) => boolean;
  /** The embedded engine's secret. With it the engine trusts the headers of a form. */
  assertion: string | undefined;
  /**
   * In hybrid mode, true for the rows that the engine takes. A form of such a row keeps the BFF's form token, which
   * the engine accepts, and is sent with the engine's secret. The host is never sent that secret.
   */
  engineTakes?: (row: FormRow) => boolean;
}

type FormRow = VisitorForm['kind']['row'];

export function createFormSender(options: FormSenderOptions): SendForm {
  const { upstream, formTokens, takeHostToken, hostJudges, engineTakes } = options;

  /**
   * Returns the content with the BFF's form token replaced by a token of the host, since the host knows only its own
   * tokens. A token that the BFF has not issued stays. The token becomes empty if the form was sent too early, or if
   * the host issues no tokens.
   */
  async function withHostToken({ content, kind }: VisitorForm): Promise<VisitorForm['content']> {
    const verdict = formTokens.judge(textsOf(content).form_token);
    if (verdict === 'foreign' || engineTakes?.(kind.row)) return content;
    const token = verdict === 'fine' && hostJudges(kind.row) ? await takeHostToken() : undefined;
    return withText(content, 'form_token', token ?? '');
  }

  return async (form, identity, { requestId, isKept = false, signal }) => {
    let content: VisitorForm['content'];
    try {
      content = await withHostToken(form);
    } catch (error) {
      const known =
        error instanceof AppError ? error : new AppError('upstream.unreachable', 502, { cause: error });
      // If the host answered with a status, the next attempt for this form is delayed, so that it does not hold up
      // other forms: the host may still accept forms that need no token.
      const status = known.code === 'upstream.failed' ? known.status : null;
      return failed(known, { status, wasSent: false, isOfHost: true });
    }
    const { readFile } = form;
    const json = isJson(content) ? content : undefined;
    const isOfEngine = engineTakes?.(form.kind.row) ?? true;
    const assertion = isOfEngine ? options.assertion : undefined;
    return attempt(() =>
      upstream.request({
        method: form.kind.row.method,
        path: form.path,
        row: form.kind.row,
        params: form.params,
        headers: {
          host: upstream.url.host,
          accept: 'application/json',
          ...form.headers,
          ...(json && { 'content-type': 'application/json', 'content-length': String(json.bytes.length) }),
          'x-request-id': requestId,
          [formHeaders.key]: identity.key,
          ...((isKept || assertion) && {
            [formHeaders.reference]: identity.reference,
            [formHeaders.receivedAt]: new Date(identity.receivedAt).toISOString(),
          }),
          ...(assertion && { [formHeaders.assertion]: assertion }),
        },
        ...(isJson(content) ? { json } : { form: { parts: content, ...(readFile && { readFile }) } }),
        ...(signal && { signal }),
      }),
    );
  };
}
