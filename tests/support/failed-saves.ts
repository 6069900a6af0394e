/** Finds, in the sources of the app, the forms that would not show a failed save beside their button. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Components that render a failure in the failure place of the form around them. */
const SHOWS = new Set(['SaveFailed', 'ActionFailed', 'InFailureSlot']);
/** Components with a save button and a place for failures. */
const FORMS = new Set(['FormDialog', 'FormFrame']);
/** Overlays: a failure shown in one is not beside the button of the form around it. */
const OVERLAYS = new Set([...FORMS, 'Overlay']);

export interface Source {
  /** Relative to the repository. */
  path: string;
  text: string;
}

interface Parsed {
  file: ts.SourceFile;
  /** The module and original name of each import. */
  imports: Map<string, { path: string; name: string }>;
  /** Top-level functions and constants by name. */
  declared: Map<string, ts.Node>;
}

/** Reads every source file of the app that may render or save something. */
export function appSources(): Source[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join('src', path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ path, text }) => path.endsWith('x') || text.includes('useMutation'));
}

function parse({ path, text }: Source): Parsed {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const imports: Parsed['imports'] = new Map();
  const declared: Parsed['declared'] = new Map();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = statement.moduleSpecifier.text;
      const bindings = statement.importClause?.namedBindings;
      if (from.startsWith('.') && bindings && ts.isNamedImports(bindings))
        for (const element of bindings.elements)
          imports.set(element.name.text, {
            path: normalize(join(dirname(path), from)),
            name: (element.propertyName ?? element.name).text,
          });
    } else if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement);
    else if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) declared.set(declaration.name.text, declaration);
  }
  return { file, imports, declared };
}

const nameOf = (tag: ts.JsxTagNameExpression): string => (ts.isIdentifier(tag) ? tag.text : '');
const tagOf = (node: ts.Node): string | null =>
  ts.isJsxElement(node)
    ? nameOf(node.openingElement.tagName)
    : ts.isJsxSelfClosingElement(node)
      ? nameOf(node.tagName)
      : null;

/** Returns the components that a node renders, without those inside other overlays. */
function rendered(node: ts.Node): string[] {
  const tags: string[] = [];
  const visit = (node: ts.Node): void => {
    const tag = tagOf(node);
    if (tag !== null && /^[A-Z]/.test(tag)) tags.push(tag);
    if (tag === null || !OVERLAYS.has(tag)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(node, visit);
  return tags;
}

export interface FormUse {
  /** `file path: component name`. */
  where: string;
  showsFailures: boolean;
}

const readers = new WeakMap<readonly Source[], Reader>();
type Reader = ReturnType<typeof newReader>;

function reader(sources: readonly Source[]): Reader {
  const cachedReader = readers.get(sources) ?? newReader(sources);
  readers.set(sources, cachedReader);
  return cachedReader;
}

function newReader(sources: readonly Source[]) {
  const files = new Map(sources.map((source) => [source.path, parse(source)]));
  function componentShows(path: string, name: string, seen: Set<string>): boolean {
    if (SHOWS.has(name)) return true;
    const key = `${path}: ${name}`;
    const parsed = files.get(path);
    if (!parsed || seen.has(key) || OVERLAYS.has(name)) return false;
    const imported = parsed.imports.get(name);
    seen.add(key);
    if (imported) return componentShows(imported.path, imported.name, seen);
    const declaration = parsed.declared.get(name);
    return declaration !== undefined && nodeShows(path, declaration, seen);
  }
  const nodeShows = (path: string, node: ts.Node, seen: Set<string> = new Set()): boolean =>
    rendered(node).some((tag) => componentShows(path, tag, seen));
  return { files, nodeShows };
}

/** Finds every use of a form, and whether its content shows failures in its failure place. */
export function formUses(sources: readonly Source[]): FormUse[] {
  const { files, nodeShows } = reader(sources);
  return [...files].flatMap(([path, { declared }]) =>
    [...declared].flatMap(([name, declaration]) => {
      const uses: FormUse[] = [];
      const visit = (node: ts.Node): void => {
        const tag = tagOf(node);
        if (tag !== null && FORMS.has(tag))
          uses.push({ where: `${path}: ${name}`, showsFailures: nodeShows(path, node) });
        ts.forEachChild(node, visit);
      };
      visit(declaration);
      return uses;
    }),
  );
}

/** Finds the files that use an identifier, not only import it, and show no failures in a failure place. */
export function usesWithoutPlace(sources: readonly Source[], identifier: string): string[] {
  const { files, nodeShows } = reader(sources);
  const within = (node: ts.Node, test: (candidate: ts.Node) => boolean): boolean =>
    test(node) || (ts.forEachChild(node, (child) => (within(child, test) ? true : undefined)) ?? false);
  return [...files]
    .filter(
      ([path, { file, declared }]) =>
        file.statements.some(
          (statement) =>
            !ts.isImportDeclaration(statement) &&
            within(statement, (node) => ts.isIdentifier(node) && node.text === identifier),
        ) &&
        ![...declared.values()].some(
          (declaration) =>
            nodeShows(path, declaration) ||
            within(declaration, (node) => FORMS.has(tagOf(node) ?? '') && nodeShows(path, node)),
        ),
    )
    .map(([path]) => path)
    .toSorted();
}
