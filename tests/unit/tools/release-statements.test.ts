import { expect, it } from 'vitest';
import { statementsOf } from '../../../tools/generate/release-statements.ts';

const log = (...lines: string[]) => lines.join('\n');

it('the statements of a release are those of the product, each shape once, one a line, in order', () => {
  expect(
    statementsOf(
      log(
        '||LOG:  database system is ready to accept connections',
        'studio|3/1|LOG:  execute <unnamed>: update "jobs" set "title" = $1 where "id" = $2',
        'studio|3/2|LOG:  execute <unnamed>: select * from "blogs"',
        '\twhere "id" in ($1, $2, $3)',
        'studio|4/9|LOG:  statement: select * from "blogs" where "id" in ($1)',
        'studio|4/9|LOG:  execute <unnamed>: insert into "tags" ("a", "b") values ($1, $2), ($3, $4), ($5, $6)',
        'studio|4/10|LOG:  execute <unnamed>: insert into "tags" ("a", "b") values ($1, $2)',
        'studio|4/11|LOG:  statement: begin',
        'studio|4/11|LOG:  statement: listen "here"',
        '|7/1|LOG:  statement: select * from what_a_test_looks_at',
        'studio|7/2|ERROR:  syntax error',
      ),
    ),
  ).toEqual([
    'insert into "tags" ("a", "b") values ($1, $2)',
    'select * from "blogs" where "id" in ($1)',
    'update "jobs" set "title" = $1 where "id" = $2',
  ]);
});

it('what a migration does is none of them: its tables may be gone by its end', () => {
  expect(
    statementsOf(
      log(
        'studio|3/1|LOG:  statement: begin',
        'studio|3/1|LOG:  execute <unnamed>: insert into "new" select * from "old"',
        'studio|3/1|LOG:  execute <unnamed>: drop table "old"',
        'studio|3/2|LOG:  execute <unnamed>: select * from "new"',
      ),
    ),
  ).toEqual(['select * from "new"']);
});
