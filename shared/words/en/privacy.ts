/** The product's privacy policy. Each sentence must match the code that it describes (client/site/legal). */
export const privacy = {
  'privacy.description':
    'How {name} handles personal data on this website: what we collect, why, how long we keep it, and your rights.',
  'privacy.summary':
    'You can read this site without telling us who you are. It sets no cookies for visitors and has no advertising, analytics or tracking.',
  'privacy.summaryForms': 'If you send us a form, we use what you send only for the purpose of that form.',

  'privacy.basis': 'Legal basis:',

  'privacy.who': 'Who we are',
  'privacy.controller': 'The controller responsible for your personal data on this website is:',
  'privacy.reach': 'Email <email></email>.',
  'privacy.reachPhone': 'Email <email></email>, phone <phone></phone>.',
  'privacy.questions': 'Please use the same contact details for questions about this policy.',

  'privacy.reading': 'When you visit this site',
  'privacy.logs':
    'For each request, our server logs the time, your IP address, the page requested, whether the request succeeded, how long it took, how much data was sent, and whether a member of our team was signed in. It does not log search terms or other parameters in the address, anything you type, cookies or your browser.',
  'privacy.logsUse':
    'We use these logs to find faults and to prevent misuse. We do not combine them with other information about you. They stay on our server for as long as they are needed for these purposes.',
  'privacy.logsBasis':
    'our legitimate interest in running a secure and reliable website (Art. 6(1)(f) GDPR).',
  'privacy.ownServer': 'Text, images, fonts and scripts are all served from our own server.',

  'privacy.cookies': 'Cookies and browser storage',
  'privacy.noCookies': 'This site does not set cookies for visitors.',
  'privacy.drafts':
    'What you type into a form is kept in your browser, in that tab only, so that it is not lost if the page reloads. It is removed when you send the form or close the tab. Your consent and your CV are not stored there.',
  'privacy.teamCookies':
    'Members of our team who sign in receive a session cookie and, for 180 days, a cookie that recognises their device at sign-in, and their browser keeps drafts and a few settings. None of this affects visitors.',

  'privacy.videos': 'Videos and links to other sites',
  'privacy.embeds':
    'Some articles include a video from YouTube or Vimeo. Nothing is loaded from these services until you press play. The player then comes from their servers, and they learn your IP address and the address of our site; their own privacy policies apply. Videos in our portfolio are hosted by us.',
  'privacy.links':
    'Maps, app stores and social networks are ordinary links. Nothing is loaded from them until you follow a link.',

  'privacy.messages': 'If you contact us',
  'privacy.messagesData':
    'The contact form collects your name, email address, subject and message, and your phone number if you choose to give it. We use this information to reply to you.',
  'privacy.messagesStay': 'Messages stay in our inbox until we delete them.',
  'privacy.messagesRestored':
    'A deleted message can be restored for {days} days in case it was deleted by mistake, and is then erased for good.',
  'privacy.messagesBasis':
    'our legitimate interest in answering people who write to us (Art. 6(1)(f) GDPR) or, if you ask about working with us, steps taken at your request before entering into a contract (Art. 6(1)(b) GDPR).',

  'privacy.applications': 'If you apply for a job',
  'privacy.applicationsData':
    'We receive the details you fill in and the CV you attach. If the link you followed named where you found the job, we receive that too. While we review your application we add notes, a rating and a status. Only members of our team who have signed in can see any of this, and your CV has no public address.',
  'privacy.applicationsErased':
    'We erase all of it <months></months> months after your most recent application, unless we have set a different date for it.',
  'privacy.applicationsAtHost':
    'We keep all of it until we no longer need it for your application, and then erase it.',
  'privacy.applicationsSooner': 'You can ask us to erase it sooner at any time; please quote your reference.',
  'privacy.applicationsBasis':
    'steps taken at your request before entering into an employment contract (Art. 6(1)(b) GDPR) and, for keeping your application after a decision, your consent (Art. 6(1)(a) GDPR), which you can withdraw at any time.',

  'privacy.accounts': 'If you ask us to delete an account',
  'privacy.accountsData':
    'Your request tells us the app, the account and an email address, and your name and a comment if you add them. We use it to confirm that the account is yours and to delete it within {days} days of your request. The request itself is kept in the same way as a message.',
  'privacy.accountsBasis': 'our legal obligation to act on your request (Art. 6(1)(c) GDPR).',
  'privacy.accountsPage': 'See what is deleted and what is kept, app by app',

  'privacy.mails': 'Emails we send',
  'privacy.mailsSent':
    'We may send a confirmation to the email address you gave us. Like any email, it passes through mail servers on its way.',
  'privacy.mailsErased':
    'We erase the text of the email from our own system once it has been sent, and the record that it was sent 30 days later.',

  'privacy.misuse': 'Spam and abuse prevention',
  'privacy.rateLimit':
    'Our forms accept a limited number of submissions per hour from one network address. To count them, our server holds the address in memory; it is not stored for this purpose.',
  'privacy.setAside':
    'Submissions that appear to be automated are set aside. If you believe yours was set aside by mistake, please email us. Applications that were set aside are erased after {days} days.',
  'privacy.misuseBasis':
    'our legitimate interest in keeping our forms usable and secure (Art. 6(1)(f) GDPR).',

  'privacy.others': 'Who we share data with',
  'privacy.processors':
    'The companies that host our server and carry our email process data on our behalf. We do not sell your data, and this site does not pass it on to anyone else. Backups contain copies of the data described here until newer backups replace them.',
  'privacy.where':
    'We work in {country}, so your data may be processed there and wherever our server is hosted.',
  'privacy.whereUnnamed': 'Your data may be processed wherever we work and wherever our server is hosted.',
  'privacy.safeguards': 'Contact us if you would like to know which safeguards apply.',

  'privacy.rights': 'Your rights',
  'privacy.rightsIntro': 'Depending on the law that applies to you, you have the right to:',
  'privacy.right1': 'access the personal data we hold about you, and receive a copy of it;',
  'privacy.right2': 'have inaccurate data corrected;',
  'privacy.right3': 'have your data erased, or its processing restricted;',
  'privacy.right4': 'object to processing that is based on our legitimate interests;',
  'privacy.right5': 'receive the data you gave us in a portable format;',
  'privacy.right6':
    'withdraw your consent at any time, which does not affect the lawfulness of processing before then.',
  'privacy.exercise':
    'To exercise any of these rights, email <email></email>. We may need to confirm your identity first. We make no decisions about you by automated means alone.',

  'privacy.complaints': 'Your right to complain',
  'privacy.authority':
    'If you think we have not handled your data lawfully, you can lodge a complaint with a data protection authority, in particular where you live, where you work or where you believe the infringement took place. We would appreciate the chance to put things right first.',

  'privacy.changes': 'Changes to this policy',
  'privacy.changesText':
    'The date at the top shows when this policy was last changed. If we start to use data in a new way, we will update this page first.',
} as const;
