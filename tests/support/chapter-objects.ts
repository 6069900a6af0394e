/** Finds which objects each SQL chapter defines and changes, from its text. */
interface Chapter {
  name: string;
  sql: string;
}

/** Removes comments, string literals and function bodies, so that statements remain. */
function bare(sql: string): string {
  return sql.replace(/"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g, (found) =>
    found.startsWith('"') ? found : /^['$]/.test(found) ? "''" : ' ',
  );
}

const NAME = String.raw`(?:"[^"]*"|[\w.]+)`;
const ON_TABLE = new RegExp(
  String.raw`^(create|alter|drop)\s+(or\s+replace\s+)?(?:constraint\s+)?(trigger|policy)\s+(?:if\s+(?:not\s+)?exists\s+)?(${NAME})[\s\S]*?\son\s+(${NAME})`,
  'i',
);
const INDEX = new RegExp(
  String.raw`^(create|alter|drop)\s+()(?:unique\s+)?(index)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(${NAME})`,
  'i',
);
const OTHER = new RegExp(
  String.raw`^(create|alter|drop)\s+(or\s+replace\s+)?(?:unlogged\s+)?(table|function|procedure|aggregate|type|domain|view|materialized\s+view|sequence|schema)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(${NAME})`,
  'i',
);

/** Grants and comments. A comment on a column or a constraint counts for its table. */
const GRANT_OR_COMMENT = new RegExp(
  String.raw`^(grant|revoke|comment)\s(?:[\s\S]*?\s)?on\s+(?:(table|column|view|function|type|schema)\s+|constraint\s+${NAME}\s+on\s+)?(${NAME})`,
  'i',
);

interface Mention {
  chapter: string;
  verb: string;
  object: string;
}

function mentions({ name, sql }: Chapter): Mention[] {
  return bare(sql)
    .split(';')
    .map((statement) => statement.trim())
    .flatMap((statement) => {
      const grantOrComment = GRANT_OR_COMMENT.exec(statement);
      if (grantOrComment) {
        const kind = (grantOrComment[2] ?? 'table').toLowerCase().replace('column', 'table');
        const object = kind === 'schema' ? grantOrComment[3]! : grantOrComment[3]!.split('.').slice(0, 2).join('.');
        return [{ chapter: name, verb: grantOrComment[1]!.toLowerCase(), object: `${kind} ${object}` }];
      }
      const found = ON_TABLE.exec(statement) ?? INDEX.exec(statement) ?? OTHER.exec(statement);
      if (!found) return [];
      const [, verb, replacing, kind, object, table] = found;
      return [
        {
          chapter: name,
          verb: replacing ? 'replace' : verb!.toLowerCase(),
          // PostgreSQL truncates names to 63 bytes.
          object: `${kind!.toLowerCase()} ${object!.replaceAll('"', '').slice(0, 63)}${table ? ` on ${table}` : ''}`,
        },
      ];
    });
}

/**
 * Returns objects defined more than once: created twice, replaced, dropped, or altered, granted or commented in another
 * chapter than their own.
 */
export function definedTwice(chapters: readonly Chapter[]): string[] {
  const homes = new Map<string, string>();
  return chapters.flatMap(mentions).flatMap(({ chapter, verb, object }) => {
    const home = homes.get(object);
    if (verb === 'create' && home === undefined) {
      homes.set(object, chapter);
      return [];
    }
    if (verb === 'alter' && home === chapter) return [];
    // An object that no chapter creates belongs to the platform, or is named collectively ("all tables in schema …").
    if (/grant|revoke|comment/.test(verb) && (home === undefined || home === chapter)) return [];
    return [`${verb} ${object}: ${chapter}${home ? `, made in ${home}` : ''}`];
  });
}

export function objectsOf(chapters: readonly Chapter[]): string[] {
  return chapters.flatMap(mentions).flatMap(({ verb, object }) => (verb === 'create' ? [object] : []));
}

/** Removes comments, which may name later objects. */
const withoutComments = (sql: string): string =>
  sql.replace(/--[^\n]*/g, '').replace(/^comment on (?:[^;']|'(?:[^']|'')*')*;/gm, '');

/** Finds functions, tables and types that a chapter names although only a later one defines them. */
export function usedTooEarly(chapters: readonly Chapter[]): string[] {
  const definedIn = new Map<string, number>();
  chapters.forEach(({ sql }, index) => {
    for (const [, name] of sql.matchAll(/^create (?:\w+ )*?(?:function|table|type|view) ((?:public|private)\.\w+)/gm))
      definedIn.set(name!, index);
  });
  return chapters.flatMap(({ name, sql }, index) => {
    const used = new Set([...withoutComments(sql).matchAll(/\b(?:public|private)\.\w+/g)].map(([found]) => found));
    return [...used]
      .filter((found) => (definedIn.get(found) ?? -1) > index)
      .map((found) => `${name} uses ${found} of ${chapters[definedIn.get(found)!]!.name}`);
  });
}
