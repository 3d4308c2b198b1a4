import { deskMessages } from '#shared/desk-messages.ts';
import styles from './MailsWait.module.css';

/** Says that the site sends no mails yet, to whoever writes one. */
export function MailsWait() {
  return <p className={styles.note}>{deskMessages['letter.mailsWait']}</p>;
}
