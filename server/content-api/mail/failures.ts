/** Why a mail was not sent. */
export interface SendFailure {
  /**
   * `server`: the mail server fails for every mail; `later`: it does not accept this mail now (4xx, as in
   * greylisting); `refused`: it will never accept this mail (5xx, RFC 5321 §4.2.1).
   */
  blame: 'server' | 'later' | 'refused';
  /** The code for the log. The server's reply is not logged, because it may contain email addresses. */
  code: string;
  /** The server's reply, stored in the row of the mail. */
  reason: string;
}

/** How many characters of a server's reply are stored. */
const longestReason = 500;

/** The properties that nodemailer adds to its errors. */
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
  // A failed sign-in at the mail server or a refused sender is a problem of the configuration, not of the mail.
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'server';
  // 421: the server shuts down (RFC 5321 §3.8).
  if (responseCode === 421) return 'server';
  // If there is no reply of the server, nodemailer itself has refused the mail, e.g. because it is larger than the
  // server's limit.
  return permanent === false ? 'later' : 'refused';
}
