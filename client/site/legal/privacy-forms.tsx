import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { LegalPart } from './LegalPage.tsx';

/**
 * The parts about the data that people send with forms, and the legal basis for processing it (Article 6 GDPR). With
 * `applicationsAtHost` an API host stores that data, and only the company knows when the host erases it, so the text
 * names no time.
 */
export function formsParts(applicationsAtHost: boolean): LegalPart[] {
  return [
    {
      id: 'messages',
      title: 'If you contact us',
      body: (
        <>
          <p>
            The contact form collects your name, email address, subject and message, and your phone number if
            you choose to give it. We use this information to reply to you.
          </p>
          <p>
            Messages stay in our inbox until we delete them.
            {!applicationsAtHost &&
              ` A deleted message can be restored for ${limits.trashDays} days in case it was deleted by mistake, and is then erased for good.`}
          </p>
          <p>
            <strong>Legal basis:</strong> our legitimate interest in answering people who write to us (Art.
            6(1)(f) GDPR) or, if you ask about working with us, steps taken at your request before entering
            into a contract (Art. 6(1)(b) GDPR).
          </p>
        </>
      ),
    },
    {
      id: 'applications',
      title: 'If you apply for a job',
      body: (
        <>
          <p>
            We receive the details you fill in and the CV you attach. If the link you followed named where you
            found the job, we receive that too. While we review your application we add notes, a rating and a
            status. Only members of our team who have signed in can see any of this, and your CV has no public
            address.
          </p>
          <p>
            {applicationsAtHost ? (
              'We keep all of it until we no longer need it for your application, and then erase it.'
            ) : (
              <>
                We erase all of it <span data-placeholder="months">{limits.retentionMonths}</span> months
                after your most recent application, unless we have set a different date for it.
              </>
            )}{' '}
            You can ask us to erase it sooner at any time; please quote your reference.
          </p>
          <p>
            <strong>Legal basis:</strong> steps taken at your request before entering into an employment
            contract (Art. 6(1)(b) GDPR) and, for keeping your application after a decision, your consent
            (Art. 6(1)(a) GDPR), which you can withdraw at any time.
          </p>
        </>
      ),
    },
    {
      id: 'accounts',
      title: 'If you ask us to delete an account',
      body: (
        <>
          <p>
            Your request tells us the app, the account and an email address, and your name and a comment if
            you add them. We use it to confirm that the account is yours and to delete it within{' '}
            {limits.accountDeletionDays} days of your request. The request itself is kept in the same way as a
            message.
          </p>
          <p>
            <strong>Legal basis:</strong> our legal obligation to act on your request (Art. 6(1)(c) GDPR).
          </p>
          <p>
            <Link to={pathTo('deleteAccount')}>See what is deleted and what is kept, app by app</Link>
          </p>
        </>
      ),
    },
    {
      id: 'mails',
      title: 'Emails we send',
      body: (
        <p>
          We may send a confirmation to the email address you gave us. Like any email, it passes through mail
          servers on its way.
          {!applicationsAtHost &&
            ' We erase the text of the email from our own system once it has been sent, and the record that it was sent 30 days later.'}
        </p>
      ),
    },
    {
      id: 'misuse',
      title: 'Spam and abuse prevention',
      body: (
        <>
          <p>
            Our forms accept a limited number of submissions per hour from one network address. To count them,
            our server holds the address in memory; it is not stored for this purpose.
          </p>
          <p>
            Submissions that appear to be automated are set aside. If you believe yours was set aside by
            mistake, please email us. Applications that were set aside are erased after {limits.trashDays}{' '}
            days.
          </p>
          <p>
            <strong>Legal basis:</strong> our legitimate interest in keeping our forms usable and secure (Art.
            6(1)(f) GDPR).
          </p>
        </>
      ),
    },
  ];
}
