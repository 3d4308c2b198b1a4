/** The product's terms of use. */
export const terms = {
  'terms.description': 'The terms that apply when you use the website of {name}.',
  'terms.summary':
    'You are welcome to read this site, link to it and quote from it. Our work remains ours and what you send us remains yours. Please do not misuse the site or harm others through it.',

  'terms.offer': 'About these terms',
  'terms.operator':
    'This website is operated by <operator></operator> (<email></email>). By using it, you accept these terms. You can use the site free of charge and without an account.',

  'terms.content': 'Intellectual property',
  'terms.owners':
    'The text, images, films, code and design on this site belong to us or to our licensors. You may view, download and print them for personal use, link to any page, and quote from them with attribution and a link. Any other use requires our prior written permission.',
  'terms.clients':
    'Much of the work in our portfolio was made for clients. Names and trademarks shown there belong to their owners, and showing them implies no endorsement.',

  'terms.conduct': 'Acceptable use',
  'terms.conductIntro': 'You must not:',
  'terms.conduct1': 'try to bypass sign-in, limits or security measures, or overload the site;',
  'terms.conduct2':
    'submit anything that is unlawful or harmful, or that discloses someone else’s confidential information;',
  'terms.conduct3': 'write or apply on behalf of another person without their consent;',
  'terms.conduct4': 'use our forms for advertising.',

  'terms.sent': 'What you send us',
  'terms.sentUse':
    'What you send us remains yours. You allow us to use it for the purpose you sent it for: to reply to you, to consider your application or to delete your account. Our <privacy>Privacy Policy</privacy> explains how long we keep it.',
  'terms.ideas':
    'Please do not send us confidential ideas unless we have agreed in writing to keep them confidential.',

  'terms.jobs': 'Job postings',
  'terms.jobsText':
    'A job posting is an invitation to apply. It is not an offer of employment, and we may change or withdraw it at any time. We never ask applicants for money.',

  'terms.apps': 'Our apps',
  'terms.appsText':
    'These terms cover this website only. Each of our apps has its own terms, shown in the app or its store. <delete>How to have your account deleted</delete>',

  'terms.links': 'Links to other websites',
  'terms.linksText':
    'We link to websites that we do not control, and we are not responsible for their content. Please tell us if a link leads somewhere it should not.',

  'terms.warranty': 'Disclaimer and liability',
  'terms.warrantyText':
    'We take care to keep this site accurate and available, but we provide it “as is” and do not guarantee that it is complete, free of errors or always available. Nothing on it is professional advice. To the extent permitted by law, we are liable only for damage caused by our intent or gross negligence. Nothing in these terms limits liability that cannot be limited by law.',

  'terms.law': 'Governing law and changes',
  'terms.lawUnnamed': 'Changes to these terms',
  'terms.lawOf':
    'These terms are governed by the law of {country}. If you are a consumer, this does not deprive you of the protection of the mandatory law of the country where you live.',
  'terms.changes':
    'If any provision is invalid, the others remain in effect. We may change these terms; the date at the top shows the current version, which applies from that date.',
} as const;
