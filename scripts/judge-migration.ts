// What a migration must not do while processes of the previous release still run on the same database: remove or rename what they read and
// write, or require what they do not supply. It takes two releases: first the program stops using it, then a migration removes it and says so.

/** A line of the file that gives the reason: which release has stopped using it. */
const REASON = /^-- safe beside the release before: \S.*$/m

const DESTRUCTIVE: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\bdrop\s+(table|column|schema|type|view|materialized\s+view)\b/, 'removes what the release before uses'],
  [/\balter\s+table\b[^;]*\brename\b/, 'renames what the release before uses'],
  [/\balter\s+column\b[^;]*\b(set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\balter\s+column\b[^;]*\bset\s+not\s+null\b/, 'demands a value that the release before may not give'],
  [
    /\balter\s+table\b[^;]*\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/,
    'adds a column that the release before does not fill',
  ],
  // A statement, not the event of a trigger.
  [/(?:^|;)\s*truncate\b/, 'empties a table'],
]

export function judgeMigration(sql: string): string[] {
  if (REASON.test(sql)) return []
  // A function's body runs at its calls, not in the migration.
  const statements = sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .replaceAll('"', '')
    .toLowerCase()
  return DESTRUCTIVE.filter(([pattern]) => pattern.test(statements)).map(([, problem]) => problem)
}
