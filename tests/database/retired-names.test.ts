/** Refuses names in the schema that the glossary has replaced. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

/** Retired words and the terms that replaced them. */
const REPLACED: Readonly<Record<string, string>> = {
  budget: 'rate limit bucket',
  budgets: 'rate limit buckets',
  cause: 'dedupe key',
  factor: 'mfa',
  forget: 'erase',
  forgot: 'wipe',
  forgotten: 'erased',
  handover: 'ownership offer',
  handovers: 'ownership offers',
  heard: 'seen',
  hint: 'change event',
  hinted: 'sent',
  hints: 'change events',
  hole: 'placeholder',
  holes: 'placeholders',
  hook: 'webhook',
  hooks: 'webhooks',
  judge: 'check',
  judged: 'checked',
  kept: 'retained, stored',
  lanes: 'guide schedule',
  letter: 'mail, email template',
  letters: 'mails, email templates',
  spend: 'consume',
  standing: 'status',
  tell: 'enqueue … mail',
  told: 'enqueued',
};
/** Vague first words of functions and triggers, with better ones. */
const FIRST: Readonly<Record<string, string>> = {
  carry: 'copy',
  follow: 'update',
  given: 'parse',
  hear: 'receive',
  keep: 'store, protect',
  note: 'log, record',
  owe: 'create',
  plan: 'enqueue',
  put: 'replace, restore',
  typed: 'parse, normalize',
  work: 'process',
};
/** Names that end in “of” without their noun. */
const DANGLING = /_of$/;
const ALLOWED = new Set(['figures_as_of']);

const problemsOf = (kind: string, name: string): string[] => {
  const words = name.split('_');
  const problems = words.filter((word) => word in REPLACED).map((word) => `“${word}” is “${REPLACED[word]!}” now`);
  if (kind === 'column') return problems;
  const [first = ''] = words;
  if (words.length > 1 && Object.hasOwn(FIRST, first)) problems.push(`“${first}” says little: ${FIRST[first]!}`);
  if (kind === 'function' && DANGLING.test(name) && !ALLOWED.has(name)) problems.push('lacks its noun at the end');
  return problems;
};

const OURS = `('public'::regnamespace, 'private'::regnamespace)`;
const NAMES = `
  select 'function' as kind, proname as name from pg_proc where pronamespace in ${OURS}
  union select 'table', relname from pg_class where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'c')
  union select 'column', a.attname from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'c') and a.attnum > 0 and not a.attisdropped
  union select 'type', typname from pg_type where typnamespace in ${OURS} and typtype in ('e', 'd')
  union select 'trigger', tgname from pg_trigger where not tgisinternal
`;

test('no name in the schema uses a retired word', async () => {
  const names = await db.query<{ kind: string; name: string }>(NAMES);
  expect(names.length).toBeGreaterThan(1000);
  const found = names.flatMap(({ kind, name }) =>
    problemsOf(kind, name).map((problem) => `${kind} ${name}: ${problem}`),
  );
  expect(found.toSorted()).toEqual([]);
});

test('finds retired words', () => {
  expect(problemsOf('function', 'tell_state')).toEqual(['“tell” is “enqueue … mail” now']);
  expect(problemsOf('column', 'cause')).toEqual(['“cause” is “dedupe key” now']);
  expect(problemsOf('function', 'note_change')).toEqual(['“note” says little: log, record']);
  expect(problemsOf('function', 'seats_of')).toEqual(['lacks its noun at the end']);
  expect(problemsOf('column', 'note')).toEqual([]);
});
