/**
 * Every text of the product, by code. Those of docs/product.md §2, §4, §5 and §8 were agreed word for word, with their
 * typos: people and tests know them in this form. `messageText` fills in placeholders such as `{name}`.
 */
export const messages = {
  // Texts of docs/product.md §5: add and edit category.
  'category.titleRequired': 'Title is required.',
  'category.logosRequired': 'Add logos*',
  'category.imageRequired': 'Image is required.',
  // Texts of docs/product.md §5: add project.
  'project.titleRequired': 'Project title is required',
  'project.imageRequired': 'At least one image is required',
  'project.categoryRequired': 'Please select a category',
  'project.orderRequired': 'Order is required when adding new project',
  'project.descriptionRequired': 'Description is required',
  // Texts of docs/product.md §5: add and edit blog.
  'blog.titleRequired': 'Title is required for creating a blog',
  'blog.imageRequired': 'Image is required for blog creation',
  'blog.activeRequired': 'Enter 1 to active the or 0 for inactive',
  'blog.descriptionRequired': 'Add blog description',
  // Texts of docs/product.md §2 and §4: labels while a form is being sent.
  'busy.creating': 'Creating...',
  'busy.submitting': 'Submitting...',
  // Texts of docs/product.md §8: failed calls and uncaught errors.
  'api.callError': 'API call error:',
  'router.unexpected': 'Unexpected Application Error!',

  // Texts about jobs. These and all following texts were not agreed.
  'job.titleRequired': 'Job title is required.',
  'job.departmentRequired': 'Department is required.',
  'job.employmentTypeRequired': 'Please select an employment type.',
  'job.locationTypeRequired': 'Please select where the work takes place.',
  'job.cityRequired': 'City is required unless the job is remote.',
  'job.countryRequired': 'Country is required unless the job is remote.',
  'job.salaryRange': 'The maximum salary is lower than the minimum.',
  'job.badCurrency': 'Enter a three-letter currency code, such as PKR.',
  'job.currencyRequired': 'Please choose the currency of the salary.',
  'job.unitRequired': 'Please choose the period the salary is for.',
  'job.closed': 'This job is no longer open for applications.',

  // Texts about the team.
  'team.nameRequired': 'Name is required.',
  'team.imageRequired': 'Image is required.',
  'team.designationRequired': 'Designation is required.',

  // Texts about visitors' messages.
  'message.nameRequired': 'Please tell us your name.',
  'message.emailRequired': 'Please tell us your email address.',
  'message.subjectRequired': 'Please give your message a subject.',
  'message.textRequired': 'Please write a message.',
  'message.appRequired': 'Please tell us which app the account belongs to.',
  'message.accountRequired': 'Please tell us which account it is: its username, email address or number.',
  'message.received': 'Thank you. Your message has reached us.',
  'message.deletionReceived': 'Thank you. Your request has reached us.',

  // Texts about forms that a page posts without scripts.
  'pageForm.crossSite':
    'This form did not come from our own page, so we have not read it. Please open our page and fill the form in there.',
  'pageForm.notTaken':
    'This form cannot be sent at the moment. What you typed is still here: please send it to us by email.',
  'pageForm.wrongType':
    'This form was sent in a way that we cannot read. Please open the page and send the form from there.',

  // Texts about passwords.
  'password.currentRequired': 'Please enter your current password.',
  'password.newRequired': 'Please enter a new password.',
  'password.tooShort': 'Use at least {min} characters.',
  'password.same': 'This is already your password.',
  'password.guessable':
    'This password is easy to guess. Use words of your own, or let a password manager make one.',
  'password.isEmail': 'Your email address cannot be your password.',
  'password.wrong': 'This is not your current password.',
  'password.changed': 'Password changed. You are signed out everywhere else.',

  // Texts that the client shows by itself, without an answer of the server.
  'network.failed': 'We could not reach the server. Please check your connection and try again.',

  // Further texts in answers of the BFF and of the embedded engine.
  'request.badTarget': 'The address of this request is malformed.',
  'request.badHost': 'This request needs exactly one valid Host header.',
  'request.notFound': 'There is nothing at this address.',
  'request.methodNotAllowed': 'This address does not accept {method}. It accepts {allow}.',
  'request.methodRefused': 'This server does not accept {method} requests.',
  'request.malformed': 'This HTTP request is malformed.',
  'request.headersTooLarge': 'The headers of this request are too large.',
  'request.tooSlow': 'This request took too long to arrive.',
  'request.noPicture': 'This is not a picture that can be shown in other sizes.',
  'request.aborted': 'The request was cut off before it was complete.',
  'answer.busy': 'There is too much to do at the moment. Please try again in a few seconds.',
  'request.failed': 'Something went wrong on our side. Please try again.',
  'csrf.headerMissing': 'This request is missing the header X-CSRF: 1.',
  'csrf.crossSite': 'This request came from another site and was refused.',
  'session.required': 'Please sign in to continue.',
  'login.wrong': 'This email and password do not match.',
  'login.noRole': 'This account exists, but it has no access to this site.',
  'login.throttled': 'Too many failed attempts. Please wait {minutes} min and try again.',
  'login.tokenTooLarge': 'Sign-in failed: the token of the API host is too large for a cookie.',
  'login.unseenCharacters': 'This email contains invisible characters. Please type it again.',
  'login.fieldsRequired': 'Please enter your email and your password.',
  'logout.notTold': 'You are signed out here, but the server could not be notified.',
  'field.required': 'This field is required.',
  'field.tooLong': 'This text is longer than the limit of {limit} characters.',
  'field.badLines': 'There may be at most {most} lines, each of at most {limit} characters.',
  'lines.tooMany': 'There may be at most {most} {items}.',
  'lines.missing': 'Line {line}: the {part} is missing.',
  'lines.tooLong': 'Line {line}: the {part} is longer than the limit of {limit} characters.',
  'field.notInteger': 'This must be a whole number.',
  'field.badId': 'This must be an id.',
  'field.outOfRange': 'This must be a whole number from {min} to {max}.',
  'field.notBinary': 'This must be 0 or 1.',
  'field.badUrl': 'This must be a link that begins with http:// or https://.',
  'field.badCharacters': 'This text contains characters that cannot be stored.',
  'field.notText': 'This must be text.',
  'field.repeated': 'This was sent more than once.',
  'field.badEmail': 'Enter an email address, such as name@example.com.',
  'field.badPhone': 'This must be a phone number: digits, spaces and + ( ) - . /',
  'field.badAmount': 'This must be an amount from 0 to {max}, with at most two decimals.',
  'field.badDate': 'This must be a date, such as 2026-12-31.',
  'field.badTime': 'This must be a date and time, such as 2026-12-31T17:00:00Z.',
  'field.notOneOf': 'This must be one of: {list}.',
  'field.notAnObject': 'Send the fields as one JSON object.',
  'fields.invalid': 'Please check the marked fields.',
  'upload.malformed': 'The form data of this request is malformed.',
  'upload.unknownField': '{field}: this form has no such field.',
  'upload.repeatedField': '{field}: this field was sent more than once.',
  'upload.tooMany': '{field}: you can add at most {limit} files.',
  'upload.tooManyFiles': 'You can send at most {limit} files at once.',
  'upload.tooLarge': '{field}: the file is larger than the limit of {limit}.',
  'upload.textTooLarge': '{field}: the text is larger than the limit of {limit}.',
  'upload.totalTooLarge': 'This form is larger than the limit of {limit}.',
  'upload.wrongType': '{field}: this file is not one of the accepted types ({accepted}).',
  'upload.badImage': '{field}: this image could not be read.',
  'upload.cutImage': '{field}: this image is cut off or damaged. Add the whole file.',
  'upload.imageTooWide': '{field}: this image is {size} pixels; the limit is {limit}.',
  'upload.badCaptions': '{field}: line {line} of this file is not a valid WebVTT caption.',
  'upload.noCaptions': '{field}: this file has no captions.',
  'upload.badName': '{field}: the name of this file cannot be used.',
  'upload.empty': '{field}: this file is empty.',
  'upload.unreadable': '{field}: this file can no longer be read. Please choose it again.',
  'upload.sending': 'Uploading',
  'upload.working': 'Uploaded. The server is saving…',
  'upload.cancelled': 'The upload was cancelled. Nothing was saved; what you entered is still here.',
  'upload.busy': 'Too many uploads at once. Please try again in a few seconds.',
  'upload.noSpace': 'The server has no space left for this upload. Please tell your administrator.',
  'storage.full':
    'The server cannot save this: its disk is full or cannot be written to. Please tell your administrator.',
  'storage.busy': 'The server cannot save this right now. Please try again in a moment.',
  'storage.away': 'The database cannot be reached. Please try again in a moment.',
  'upstream.unreachable': 'A part of this website cannot be reached. Please try again in a moment.',
  'upstream.timeout': 'This took too long. Please try again.',
  'upstream.badAnswer': 'Something is wrong on our side. Please try again later.',
  'upstream.failed': 'Something went wrong on our side. Please try again in a moment.',
  'upstream.busy': 'This website is very busy. Please try again in a minute.',
  'upstream.down': 'A part of this website is not answering at the moment. Please try again shortly.',
  'upstream.refused': 'This request was refused.',
  'host.callMissing': 'This cannot be done here.',
  'server.draining': 'The server is restarting. Please try again in a few seconds.',
  'order.required': 'Send the ids in order, as a list.',
  'order.tooMany': 'You can reorder at most {limit} at once.',
  'order.repeated': 'Each of these may appear only once.',
  'file.notFound': 'This file could not be found.',
  'applicant.nameRequired': 'Please tell us your name.',
  'applicant.emailRequired': 'Please tell us your email address.',
  'applicant.cvRequired': 'Please add your CV (PDF, DOC or DOCX).',
  'applicant.consentRequired': 'We can only accept your application if you agree that we keep it.',
  'applicant.received': 'Thank you. Your application has reached us.',
  'applicant.noteRequired': 'Please write a note.',
  'applicants.chosen': 'Please choose at least one applicant.',
  'applicants.tooMany': 'At most {limit} applicants can be changed at once.',
  'form.tooOften':
    'This form has been sent from your network many times in the last hour. Please wait {minutes} min and send it again.',
  'intake.full':
    'We cannot take your form at the moment. Nothing is lost here: please keep this page open and send it again in {minutes} min.',
  'intake.noSpace':
    'We cannot take your form at the moment. Nothing is lost here: please keep this page open and send it again later.',
} as const;

/** The code of an error: a key of `messages`, so that every code has a text. */
export type ErrorCode = keyof typeof messages;

/**
 * Returns the text of a code with its `{name}` placeholders filled in. A placeholder without a value stays in the
 * text, so that the mistake is noticed.
 */
export function messageText(code: ErrorCode, values: Record<string, string | number> = {}) {
  return fillMarks(messages[code], values);
}

/** Returns `text` with its `{name}` placeholders filled in. */
export function fillMarks(text: string, values: Record<string, string | number>) {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  );
}
