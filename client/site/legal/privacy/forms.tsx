import { Link } from 'react-router-dom';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import type { LegalPart } from '../page/LegalPage.tsx';

/** What becomes of what people send. */
export function formsParts(): LegalPart[] {
  return [
    {
      id: 'messages',
      title: 'When you write to us',
      body: (
        <>
          <p>
            The contact form sends us your name, your e-mail address, the subject and the message, and your
            phone number if you give it. We use them to answer you.
          </p>
          <p>
            A message stays in our inbox until we delete it. A deleted one can be brought back for{' '}
            {limits.trashDays} days, in case that was a mistake, and is then erased.
          </p>
        </>
      ),
    },
    {
      id: 'applications',
      title: 'When you apply for a job',
      body: (
        <>
          <p>
            We get what you fill in and the CV that you attach, and if the link to the job named where you
            found it, that name. While we decide, we add notes, a rating and how far your application has
            come. Only people who sign in can see any of it; your CV has no public address.
          </p>
          <p>
            All of it is erased {limits.retentionMonths} months after your last application. We can set
            another day for a single application; ask us if you want it erased sooner, and name its reference.
          </p>
        </>
      ),
    },
    {
      id: 'accounts',
      title: 'When you ask us to delete an account',
      body: (
        <>
          <p>
            The request names the app, the account and an e-mail address, and your name and a remark if you
            give them. We use it to make sure that the account is yours and to delete it, at the latest{' '}
            {limits.accountDeletionDays} days after you asked. The request itself is kept like any message.
          </p>
          <p>
            <Link to={pathTo('deleteAccount')}>What is deleted and what is kept, app by app</Link>
          </p>
        </>
      ),
    },
    {
      id: 'mails',
      title: 'Mails that we send',
      body: (
        <p>
          We may confirm by mail what you have sent, to the address that you gave. A mail server carries it,
          and sees what every mail server sees. The text of such a mail is erased here when it is sent; the
          fact that it was sent, 30 days later.
        </p>
      ),
    },
    {
      id: 'misuse',
      title: 'Against robots and misuse',
      body: (
        <>
          <p>
            Forms take a limited number of messages an hour from one network address. To count them, the
            address is held in the memory of our server, and is not written down for that.
          </p>
          <p>
            What looks as if a robot had filled it in is set apart. If you think that happened to something of
            yours, write us a mail. An application that was set apart is erased after {limits.trashDays} days.
          </p>
        </>
      ),
    },
  ];
}
