/**
 * Every text that the product says, by code. The texts of SPEC §4, §5 and §8 stand here word for word, with their
 * typos: people and tests know them so. `{name}` marks a value that `messageText` fills in.
 */
export const messages = {
  // SPEC §5, add and edit category
  'category.titleRequired': 'Title is required.',
  'category.imageRequired': 'Image is required.',
  'category.logosRequired': 'Add logos*',
  // SPEC §5, add project
  'project.titleRequired': 'Project title is required',
  'project.imageRequired': 'At least one image is required',
  'project.categoryRequired': 'Please select a category',
  'project.orderRequired': 'Order is required when adding new project',
  'project.descriptionRequired': 'Description is required',
  // SPEC §5, add and edit blog
  'blog.titleRequired': 'Title is required for creating a blog',
  'blog.activeRequired': 'Enter 1 to active the or 0 for inactive',
  'blog.descriptionRequired': 'Add blog description',
  'blog.imageRequired': 'Image is required for blog creation',
  // SPEC §8, success
  'category.added': 'Category added successfully',
  'category.updated': 'Category updated successfully',
  'image.deleted': 'Image deleted successfully',
  'project.added': 'Project added successfully',
  'blog.added': 'Added successfully',
  'blog.updated': 'Updated successfully',
  'blog.deleted': 'Deleted successfully',
  // SPEC §8, failure and info
  'category.addFailed': 'Failed to add category.',
  'category.updateFailed': 'Failed to update category.',
  'project.addFailed': 'Failed to add project',
  'project.addError': 'An error occurred while adding the project',
  'blog.fetchFailed': 'Faild to fetch blog data',
  'blog.fetchError': 'An error occured while fetching blog data',
  'blog.deleteFailed': 'Not deleted',
  'image.lastOne': 'One image is necessary for project',
  'list.empty': 'No applicants found',
  // SPEC §2 and §4, dialogs and busy labels
  'dialog.confirmDelete': 'Confirm Delete',
  'dialog.deleteBlog': 'Are you sure you want to delete this Blog?',
  'busy.creating': 'Creating...',
  'busy.editing': 'Editing...',
  'busy.submitting': 'Submitting...',
  'busy.deleting': 'Deleting....',
  // SPEC §7 and §2
  'api.callError': 'API call error:',
  'router.unexpected': 'Unexpected Application Error!',

  // Said by the client itself (ours)
  'network.failed': 'The server cannot be reached. Please check your connection and try again.',
  'editor.badLink':
    'This is not a link that can be kept. Links begin with http://, https://, mailto: or tel:.',
  'editor.badVideo':
    'This is not the address of a YouTube or Vimeo video. Other videos cannot be shown here.',
  'editor.droppedImage':
    'An image was left out: images of other sites are not taken. Save it and insert it from a file.',
  'editor.droppedVideo': 'A video was left out: only YouTube and Vimeo videos can be shown here.',
  'editor.pastedImage': 'The pasted image',
  'editor.textFull': 'There is no room for this image: the text would be {size}; the limit is {limit}.',
  'editor.textSize': 'Text and images: {size} of {limit}.',
  'editor.textTooLarge': 'Text and images: {size}. This is more than the limit of {limit}; remove an image.',

  // Answers of the BFF and of the embedded engine (ours; SPEC is silent)
  'request.badTarget': 'The address of this request is not well formed.',
  'request.notFound': 'There is nothing at this address.',
  'request.methodNotAllowed': 'This address does not take {method}. It takes {allow}.',
  'request.methodRefused': 'This server does not take {method} requests.',
  'request.upgradeRefused': 'This server does not take connection upgrades.',
  'request.bodyRefused': 'A {method} request to this server has no body.',
  'request.expectRefused': 'This server cannot meet the expectation of this request.',
  'request.malformed': 'This is not a well-formed HTTP request.',
  'request.headersTooLarge': 'The headers of this request are larger than this server takes.',
  'request.tooSlow': 'This request took too long to arrive.',
  'request.badJson': 'The body of this request is not valid JSON.',
  'request.bodyTooLarge': 'The body of this request is larger than the limit of {limit}.',
  'request.typeRefused': 'Send the body of this request as {expected}.',
  'request.aborted': 'The request ended before it was whole.',
  'request.failed': 'Something went wrong on our side. Please try again.',
  'csrf.headerMissing': 'This request lacks the header X-CSRF: 1.',
  'csrf.crossSite': 'This request comes from another site and is refused.',
  'session.required': 'Please sign in to go on.',
  'login.wrong': 'This e-mail and password do not match.',
  'login.busy': 'Too many people are signing in at once. Please try again in a few seconds.',
  'login.throttled': 'Too many wrong tries. Please wait {minutes} minutes and try again.',
  'login.tokenTooLarge': 'Sign-in failed: the token of the API host is too large for a cookie.',
  'login.noToken': 'Sign-in failed: the API host answered without a token.',
  'login.fieldsRequired': 'Please enter your e-mail and your password.',
  'logout.notTold': 'You are signed out here, but the server could not be told.',
  'field.required': 'This field is required.',
  'field.tooLong': 'This text is longer than the limit of {limit} characters.',
  'field.notInteger': 'This must be a whole number.',
  'field.outOfRange': 'This must be a whole number from {min} to {max}.',
  'field.notBinary': 'This must be 0 or 1.',
  'field.badUrl': 'This must be a link that begins with http:// or https://.',
  'field.badCharacters': 'This text has characters that cannot be stored.',
  'field.notText': 'This must be text.',
  'field.repeated': 'This was given more than once.',
  'field.badEmail': 'This must be an e-mail address, such as name@example.com.',
  'field.badPhone': 'This must be a phone number: digits, spaces and + ( ) - . /',
  'field.badDate': 'This must be a date, such as 2026-12-31.',
  'field.badTime': 'This must be a date with its time, such as 2026-12-31T17:00:00Z.',
  'field.notOneOf': 'This must be one of: {list}.',
  'field.notAnObject': 'Send the fields as one JSON object.',
  'fields.invalid': 'Please check the fields that are marked.',
  'upload.multipartRequired': 'Send this form as multipart/form-data.',
  'upload.multipartRefused': 'This address does not take files.',
  'upload.malformed': 'The form data of this request is not well formed.',
  'upload.unknownField': '{field}: this form has no such field.',
  'upload.repeatedField': '{field}: this field was sent more than once.',
  'upload.tooMany': '{field}: at most {limit} files are taken here.',
  'upload.tooManyFiles': 'At most {limit} files are taken in one request.',
  'upload.tooLarge': '{field}: the file is larger than the limit of {limit}.',
  'upload.textTooLarge': '{field}: the text is larger than the limit of {limit}.',
  'upload.totalTooLarge': 'This form is larger than the limit of {limit}.',
  'upload.wrongType': '{field}: this file is not one of the accepted types ({accepted}).',
  'upload.badImage': '{field}: this image cannot be read.',
  'upload.imageTooWide': '{field}: this image is {size} pixels; the limit is {limit}.',
  'upload.badName': '{field}: the name of this file cannot be used.',
  'upload.empty': '{field}: this file is empty.',
  'upload.busy': 'Too many uploads at once. Please try again in a few seconds.',
  'upload.noSpace': 'There is no room left to take this upload. Please tell the operator.',
  'upstream.unreachable': 'The content server cannot be reached. Please try again in a moment.',
  'upstream.timeout': 'The content server did not answer in time. Please try again.',
  'upstream.badAnswer': 'The content server gave an answer that cannot be used.',
  'upstream.failed': 'The content server failed. Please try again in a moment.',
  'upstream.refused': 'The content server refused this request.',
  'server.draining': 'The server is restarting. Please try again in a few seconds.',
  'conflict.newer':
    'Somebody else has saved this in the meantime, at {current}. You began with what was saved at {yours}.',
  'trash.nothing': 'There is no such thing to restore, or it was deleted more than {days} days ago.',
  'trash.restored': 'Restored successfully',
  'order.saved': 'Order saved successfully',
  'order.unknown': 'One of these is not there any more. Please load the list again.',
  'order.required': 'Send the ids in their order, as a list.',
  'order.tooMany': 'At most {limit} can be put in order at once.',
  'order.repeated': 'Each of these may stand in the order only once.',
  'category.notFound': 'There is no such category.',
  'project.notFound': 'There is no such project.',
  'blog.notFound': 'There is no such post.',
  'image.notFound': 'There is no such image.',
} as const;

/** A code is the key of a text: an error that has no text cannot be named. */
export type ErrorCode = keyof typeof messages;

/** The text of a code with its `{name}` marks filled; a mark without a value stays as it is, so a gap is seen. */
export function messageText(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return messages[code].replace(/\{(\w+)\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : mark,
  );
}
