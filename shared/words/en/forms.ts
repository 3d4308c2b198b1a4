/** Words that the forms of visitors have in common, and of their fields for files. */
export const forms = {
  'form.loading': 'Loading the form…',
  'form.submitting': 'Submitting...',
  'form.cannotBeSent':
    'This form cannot be sent at the moment. What you typed is still here: please copy it into an email to <email></email>.',
  'form.orByEmail': 'Or copy what you typed into an email to <email></email>.',
  'form.reference': 'Your reference <reference></reference>',
  'form.whatYouSent': 'What you sent',
  'form.restored': 'The form still contains what you typed before.',
  'form.clear': 'Clear form',
  'form.notSent': 'This was not sent yet',
  'form.error': '{label}: {problem}',
  'form.fileAgain':
    'Everything you typed is still here. Only your file, <file></file>, has to be chosen again: browsers do not let a page fill it in.',
  'form.cancelUpload': 'Cancel upload',
  'file.drop': 'Drop the file here',
  'file.choose': 'Choose a file or drop it here',
  'file.replace': 'Choose another to replace it',
  'file.remove': 'Remove',
  'file.upTo': '{types}, up to {size}',
  'form.website': 'Website',
  'form.used': '{used, number} of {limit, number} characters',
  'form.over': '{used, number} of {limit, number} characters: {over, number} too many',
} as const;
