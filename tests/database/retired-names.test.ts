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
  asked: 'requested, pending, offered, command',
  budget: 'rate limit bucket',
  budgets: 'rate limit buckets',
  came: 'attended',
  cause: 'dedupe key',
  chore: 'scheduled task',
  despite: 'ignore conflicts',
  factor: 'mfa',
  fate: 'outcome',
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
  keeps: 'remaining roles',
  kept: 'retained, stored',
  lanes: 'guide schedule',
  least: 'minimum',
  letter: 'mail, email template',
  letters: 'mails, email templates',
  most: 'maximum, limit',
  said: 'text',
  spend: 'consume',
  standing: 'status',
  stands: 'state',
  tell: 'enqueue … mail',
  told: 'enqueued',
  unkept: 'abandoned',
};
/** Vague first words of functions and triggers, with better ones. */
const FIRST: Readonly<Record<string, string>> = {
  carry: 'copy',
  follow: 'update',
  input: 'parse',
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

/** Kinds whose names need no verb. */
const NOUNS = new Set(['column', 'argument', 'value', 'policy', 'constraint', 'index', 'key']);

const problemsOf = (kind: string, name: string): string[] => {
  const words = name.split(/[_\W]+/);
  const problems = words.filter((word) => word in REPLACED).map((word) => `“${word}” is “${REPLACED[word]!}” now`);
  if (NOUNS.has(kind)) return problems;
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
  union select 'argument', unnest(proargnames) from pg_proc where pronamespace in ${OURS}
  union select 'value', e.enumlabel from pg_enum as e join pg_type as t on t.oid = e.enumtypid where t.typnamespace in ${OURS}
  union select 'policy', polname from pg_policy
  union select 'constraint', conname from pg_constraint where connamespace in ${OURS}
  union select 'index', relname from pg_class where relnamespace in ${OURS} and relkind = 'i'
  union select 'key', key from pg_proc, regexp_matches(pg_get_functiondef(oid), $$'([a-z][a-z_]+)', $$, 'g') as found (keys), unnest(keys) as key
    where pronamespace in ${OURS} and prokind = 'f'
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
