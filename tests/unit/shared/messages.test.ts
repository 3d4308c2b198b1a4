import { describe, expect, it } from 'vitest';
import { deskMessages, type TextCode, textOf } from '#shared/desk-messages.ts';
import { messages, messageText } from '#shared/messages.ts';

/** The agreed texts (docs/product.md §8), copied by hand with their typos: a changed text must fail here. */
const specified: [code: TextCode, text: string][] = [
  ['category.titleRequired', 'Title is required.'],
  ['category.imageRequired', 'Image is required.'],
  ['category.logosRequired', 'Add logos*'],
  ['project.titleRequired', 'Project title is required'],
  ['project.imageRequired', 'At least one image is required'],
  ['project.categoryRequired', 'Please select a category'],
  ['project.orderRequired', 'Order is required when adding new project'],
  ['project.descriptionRequired', 'Description is required'],
  ['blog.titleRequired', 'Title is required for creating a blog'],
  ['blog.activeRequired', 'Enter 1 to active the or 0 for inactive'],
  ['blog.descriptionRequired', 'Add blog description'],
  ['blog.imageRequired', 'Image is required for blog creation'],
  ['category.added', 'Category added successfully'],
  ['category.updated', 'Category updated successfully'],
  ['image.deleted', 'Image deleted successfully'],
  ['project.added', 'Project added successfully'],
  ['blog.added', 'Added successfully'],
  ['blog.updated', 'Updated successfully'],
  ['blog.deleted', 'Deleted successfully'],
  ['category.addFailed', 'Failed to add category.'],
  ['category.updateFailed', 'Failed to update category.'],
  ['project.addFailed', 'Failed to add project'],
  ['project.addError', 'An error occurred while adding the project'],
  ['blog.fetchFailed', 'Faild to fetch blog data'],
  ['blog.fetchError', 'An error occured while fetching blog data'],
  ['blog.deleteFailed', 'Not deleted'],
  ['image.lastOne', 'One image is necessary for project'],
  ['list.empty', 'No applicants found'],
  ['dialog.confirmDelete', 'Confirm Delete'],
  ['dialog.deleteBlog', 'Are you sure you want to delete this Blog?'],
  ['busy.creating', 'Creating...'],
  ['busy.editing', 'Editing...'],
  ['busy.submitting', 'Submitting...'],
  ['busy.deleting', 'Deleting....'],
  ['api.callError', 'API call error:'],
  ['router.unexpected', 'Unexpected Application Error!'],
];

it.each(specified)('the texts of the specification: %s says %j', (code, text) => {
  expect(textOf(code)).toBe(text);
});

it.each<[code: TextCode, text: string]>([
  ['category.deleted', 'Category deleted successfully'],
  ['project.updated', 'Project updated successfully'],
  ['job.notFound', 'This job could not be found.'],
  ['team.added', 'Team member added successfully'],
])('the texts that follow from the name of a noun: %s says %j', (code, text) => {
  expect(textOf(code)).toBe(text);
});

it('no code is in both catalogues', () => {
  expect(Object.keys(deskMessages).filter((code) => code in messages)).toEqual([]);
});

describe('messageText', () => {
  it('puts a value in as it is: neither `$&` nor marks in it are read again', () => {
    expect(messageText('upload.empty', { field: '$& {field} $1' })).toBe(
      '$& {field} $1: this file is empty.',
    );
  });

  it('takes no value from a prototype', () => {
    expect(messageText('upload.empty', Object.create({ field: 'inherited' }))).toContain('{field}');
  });
});
