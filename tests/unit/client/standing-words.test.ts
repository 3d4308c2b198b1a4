import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standingWords } from '../../support/architecture/standing-words.ts';

const root = join(import.meta.dirname, '../../..');

/** The pieces of client/ui that only the admin area shows. */
const ofAdmin =
  /^client\/ui\/(Menu|Dialog|SortableList|Draggable|UndoToast|Toaster|ProgressBar|layout\/SplitPane|fields\/(FileTile|FilesField|PictureDialogs|Refused|VideoField|TextField|SegmentedControl))\.tsx$/;

const files = [
  ...globSync('client/{site,app/screens,app/layouts/public,forms/visitor,ui}/**/*.tsx', { cwd: root }),
  ...globSync('client/app/*.tsx', { cwd: root }),
  'client/forms/UploadProgress.tsx',
];

describe('the components of the public site', () => {
  const checked = files.filter((path) => !ofAdmin.test(path));

  it('are found', () => expect(checked.length).toBeGreaterThan(60));

  it('have no words of their own: all come from a catalogue of shared/words', () => {
    const standing = checked.flatMap((path) =>
      standingWords(path, readFileSync(join(root, path), 'utf8')).map((words) => `${path}:${words}`),
    );
    // An example of an address.
    expect(standing.filter((each) => !each.endsWith(': linkedin.com/in/you'))).toEqual([]);
  });
});
