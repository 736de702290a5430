// Which migrations would break a process of the release before.
import { expect, it } from 'vitest'
import { judgeMigration } from './judge-migration.ts'

it.each([
  'ALTER TABLE "user_uploads" DROP COLUMN "view_key";',
  'drop table if exists bills;',
  'ALTER TABLE "a" RENAME COLUMN "b" TO "c";',
  'ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE text;',
  'ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;',
  'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;',
  'truncate a;',
])('%s', (sql) => {
  expect(judgeMigration(sql)).toHaveLength(1)
  expect(judgeMigration(`-- safe beside the release before: 0.2.0 does not read it\n${sql}`)).toEqual([])
})

it.each([
  'ALTER TABLE "a" ADD COLUMN "b" text;',
  `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`,
  'CREATE TABLE "a" ("b" text NOT NULL);',
  'create function f() returns void language sql as $$ truncate a; $$;',
  'drop policy if exists p on a; drop function f(); drop index i;',
  '-- drop table a\nselect 1;',
])('leaves in peace: %s', (sql) => expect(judgeMigration(sql)).toEqual([]))
