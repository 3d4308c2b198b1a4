import { deskMessages } from '#shared/desk-messages.ts';
import styles from './MailsWait.module.css';

/** Note for an admin who writes a mail: the site does not send mails yet. */
export function MailsWait() {
  return <p className={styles.note}>{deskMessages['letter.mailsWait']}</p>;
}
