/** Words of the form of an application and of its receipt. */
export const apply = {
  'apply.intro':
    'Your name, an email address and your CV are all we need. The rest helps us get to know you.',
  'apply.introWithoutCv':
    'Your name and an email address are all we need. The rest helps us get to know you.',
  'apply.byEmail': 'Please email us your CV, with a line on what you would like to do.',
  'apply.application': 'Application',
  'apply.name': 'Name',
  'apply.email': 'Email',
  'apply.phone': 'Phone (optional)',
  'apply.city': 'City (optional)',
  'apply.portfolio_url': 'Portfolio or LinkedIn (optional)',
  'apply.cover_letter': 'Cover letter (optional)',
  'apply.cv': 'CV',
  'apply.consent': 'Consent',
  'apply.letterHint': 'A few lines are enough: why this, why now. At most {limit, number} characters.',
  'apply.agree':
    'I agree that {name} keeps what I send here for {months} months to decide on my application.',
  'apply.agreeHint':
    'Then we delete it. You can have it deleted sooner at any time: an email with your reference is enough.',
  'apply.send': 'Send application',
  'apply.sendSpontaneous': 'Send without a position',
  'apply.canSend': 'You can send it all the same, as an application without a position.',
  'apply.sendAs': 'Send it as an application without a position',
  'apply.again': 'Please choose your CV and agree again: these two are not kept.',
  'apply.sentBefore':
    'You have applied here from this browser before. You can send another application all the same.',
  'apply.subject': 'Application {reference}',
  'apply.subjectUnnumbered': 'My application',
  'apply.reference': 'Your reference',
  'apply.confirmation':
    'A confirmation goes to <to></to>. This may take a few hours. If it does not arrive, please look in your spam folder.',
  'apply.confirmationUnnamed':
    'A confirmation goes to the email address that you gave. This may take a few hours. If it does not arrive, please look in your spam folder.',
  'apply.writeDown': 'Write this reference down: your application is found by it.',
  'apply.read': 'The people you would work with read what you sent.',
  'apply.answer':
    'You will hear from us either way. To ask something, correct something or have it deleted, write to <email></email>.',
  'apply.answerReference':
    'You will hear from us either way. To ask something, correct something or have it deleted, write to <email></email> and give your reference.',
  'apply.allOpen': 'All open positions',
  'apply.copy': 'Copy reference',
  'apply.copied': 'Copied',
  'apply.copyByHand': 'Please select it and copy it by hand.',
} as const;
