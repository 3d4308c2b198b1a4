/** Words of the page on which people ask to have their account deleted. */
export const deletion = {
  'deletion.title': 'Delete your account',
  'deletion.titleOf': 'Delete your {app} account',
  'deletion.headingOf': 'Delete your <app></app> account',
  'deletion.description':
    'How to delete your account for one of our apps: what is deleted, what we keep and for how long. No sign-in needed.',
  'deletion.intro':
    'Ask us here to delete an account and everything stored with it. You do not have to sign in or have the app installed.',
  'deletion.toForm': 'To the form',
  'deletion.everyApp': 'This applies to every app of {name}.',
  'deletion.by': '<app></app> <developer>by <name></name></developer>',
  'deletion.how': 'How it works',
  'deletion.step1': 'Fill in the form: the app, the account and an email address where we can reach you.',
  'deletion.step2': 'You see right away by which day it will be done.',
  'deletion.step3':
    'We make sure that the account is yours, and may write to you to check: no one else should be able to have it deleted.',
  'deletion.step4':
    'We delete the account and everything that belongs to it within {days} days of your request.',
  'deletion.what': 'What is deleted and what is kept',
  'deletion.everything': 'The account is deleted, along with everything the app stores with it.',
  'deletion.deleted': 'Deleted',
  'deletion.nothingListed': 'Nothing is listed.',
  'deletion.kept': 'Kept',
  'deletion.nothing': 'Nothing.',
  'deletion.request':
    'We keep your request itself, so that we can show that we did what you asked. It is erased {days} days after we remove it from our inbox; ask us if you want that sooner.',
  'deletion.app_name': 'App',
  'deletion.account_identifier': 'Account',
  'deletion.email': 'Email',
  'deletion.name': 'Name (optional)',
  'deletion.nameSent': 'Name',
  'deletion.message': 'Comment (optional)',
  'deletion.messageSent': 'Comment',
  'deletion.form': 'Request for deletion',
  'deletion.send': 'Request deletion',
  'deletion.choose': 'Choose the app',
  'deletion.accountHint':
    'What you sign in to the app with: a user name, email address or phone number. Never your password.',
  'deletion.use': 'We use this to find and delete the account. <link>Privacy</link>',
  'deletion.again': 'Request deletion of another account',
  'deletion.checkUnnamed':
    'If we need to make sure that the account is yours, we write to the email address that you gave.',
  'deletion.check': 'If we need to make sure that the account is yours, we write to <email></email>.',
  'deletion.byEmail':
    'Please email us with the name of the app and of the account. Never send your password.',
  'deletion.subject': 'Delete my account',
  'deletion.done': 'Done by <day></day>',
  'deletion.wayIn': 'The account, and with it the way to sign in',
  'deletion.allData': 'Everything that is stored under the account',
} as const;
