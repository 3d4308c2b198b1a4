/** Why a mail did not go out. */
export interface SendFailure {
  /**
   * `server`: the mail server does not work for us at all, whichever mail it is; `later`: it will not take this mail
   * now (4xx, as greylisting says it); `refused`: it says that it will never take this mail (5xx, RFC 5321 §4.2.1).
   */
  blame: 'server' | 'later' | 'refused';
  /** For the log: codes only, since replies name addresses. */
  code: string;
  /** For the row: what the server said. */
  reason: string;
}

/** Characters of a server's reply that are kept. */
const longestReason = 500;

/** What nodemailer hangs on its errors. */
interface MailError extends Error {
  code?: string;
  /** The SMTP command that was refused. */
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

export function failureOf(error: unknown): SendFailure {
  const mailError: MailError = error instanceof Error ? error : new Error(String(error));
  const code = [mailError.code ?? mailError.name, mailError.responseCode ?? []].flat().join(' ');
  return { blame: blameOf(mailError), code, reason: `${code}: ${mailError.message}`.slice(0, longestReason) };
}

function blameOf({ code, command, responseCode, permanent }: MailError): SendFailure['blame'] {
  // A sign-in that fails, or a sender that is not taken, is the operator's to mend: it is no fault of the mail.
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'server';
  // 421: the server shuts down (RFC 5321 §3.8).
  if (responseCode === 421) return 'server';
  // Without a reply it was nodemailer that refused, e.g. a mail larger than the server says it takes.
  return permanent === false ? 'later' : 'refused';
}
