/** Words of the mails that visitors get by themselves: for an application, a message, a request for deletion. */
export const mail = {
  'mail.hello': 'Hello,',
  'mail.helloName': 'Hello {name},',
  'mail.applicationSubject': 'Your application {reference}',
  'mail.applicationSubjectFor': 'Your application {reference}: {job}',
  'mail.thanks': 'Thank you for applying to {name}. We have received your application, including your CV.',
  'mail.reference': 'Reference',
  'mail.job': 'Job',
  'mail.anyJob': 'a position with us',
  'mail.noJob': 'None (you applied without a position)',
  'mail.quote': 'A person will read it. If you write to us about it, please quote the reference: {email}.',
  'mail.kept':
    'We keep what you sent until {day} and then delete it. Write to us if you want it deleted sooner.',
  'mail.notYou': 'If you did not apply, someone gave your address by mistake. Please let us know.',
  'mail.messageSubject': 'We have received your message',
  'mail.messageThanks':
    'Thank you for writing to {name}. We have received your message. A person will read and answer it.',
  'mail.deletionSubject': 'We have received your deletion request',
  'mail.deletion':
    'We have received your request to delete an account and the data stored with it. We may write to you to make sure that the account is yours.',
  'mail.doneBy': 'To be done by',
  'mail.questions': 'If you have questions, write to {email}.',
  'mail.notWriter': 'If you did not write to us, someone gave your address by mistake. Please let us know.',
} as const;
