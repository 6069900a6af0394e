/**
 * Compiles `makeStyles` at build time: scripts contain class names only, and the rules go into the page's one style
 * sheet. Nothing is parsed, prefixed or inserted at runtime, and Griffel's compiler is not shipped. Fluent's own
 * precompiled styles are split in the same way. `npm run dev` compiles in the browser, as Griffel does by default.
 */
import { resolveResetStyleRules, resolveStyleRulesForSlots } from '@griffel/core';
import { dirname, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { loadModuleExports } from './module-exports.ts';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Parse = Rolldown.PluginContext['parse'];
/** A rule, optionally with metadata that sorts it within its bucket. */
type Entry = string | readonly [string, Record<string, unknown>];
/** Rules by Griffel's style bucket, such as `d` (default), `h` (hover), `r` (reset) or `k` (keyframes). */
export type Rules = Partial<Record<string, readonly Entry[]>>;
type ClassOfProperty = Record<string, string | 0 | readonly [string, string?]>;

/** The hooks that replace the calls and take compiled styles. */
const COMPILED: Readonly<Record<string, string>> = {
  makeStyles: '__css',
  makeResetStyles: '__resetCSS',
  __styles: '__css',
  __resetStyles: '__resetCSS',
};
const HOMES = /^@(?:griffel\/(?:core|react)|fluentui\/react-(?:components|theme))$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) yield* nodesOf(item);
}

const namesIn = (node: Node) =>
  new Set([...nodesOf(node)].filter(({ type }) => type === 'Identifier').map(({ name }) => name as string));

interface Import {
  local: string;
  /** `*` for a namespace import. */
  imported: string;
  from: string;
  node: Node;
}

function importsOf(body: readonly Node[]): Import[] {
  return body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((declaration) =>
      (declaration['specifiers'] as Node[]).map((node): Import => {
        const imported = node['imported'] as { name?: string; value?: string } | undefined;
        return {
          local: (node['local'] as { name: string }).name,
          imported: imported?.name ?? imported?.value ?? (node.type === 'ImportDefaultSpecifier' ? 'default' : '*'),
          from: (declaration['source'] as { value: string }).value,
          node,
        };
      }),
    );
}

/** Returns the names that a top-level statement declares. */
function declaredBy(statement: Node): string[] {
  const declaration = (statement['declaration'] as Node | null | undefined) ?? statement;
  if (declaration.type === 'VariableDeclaration')
    return (declaration['declarations'] as Node[]).flatMap(({ id }) => [...namesIn(id as Node)]);
  if (declaration.type === 'FunctionDeclaration') return [(declaration['id'] as { name: string }).name];
  return [];
}

/** Modules that were loaded at build time: packages through Node, the app's own through Vite. */
const modules = new Map<string, Promise<Record<string, unknown>>>();
function moduleOf(from: string, importer: string): Promise<Record<string, unknown>> {
  const path = from.startsWith('.') ? resolve(dirname(importer), from) : from;
  let module = modules.get(path);
  if (!module) {
    module = path === from ? import(path) : loadModuleExports(path);
    modules.set(path, module);
  }
  return module;
}

/** Evaluates the calls' arguments with only the constants and imports that they use. */
async function valuesOf(
  calls: readonly Node[],
  { code, body, id }: { code: string; body: readonly Node[]; id: string },
) {
  const imports = importsOf(body);
  const needed = new Set<Node>();
  const scope = new Map<string, unknown>();
  const want = async (node: Node): Promise<void> => {
    for (const name of namesIn(node)) {
      const imported = imports.find(({ local }) => local === name);
      if (imported && !scope.has(name)) {
        const module = await moduleOf(imported.from, id);
        scope.set(name, imported.imported === '*' ? module : module[imported.imported]);
      }
      const statement = body.find((statement) => !needed.has(statement) && declaredBy(statement).includes(name));
      if (!statement) continue;
      needed.add(statement);
      await want(statement);
    }
  };
  const styleNodes = calls.map((call) => (call['arguments'] as Node[])[0]!);
  for (const node of styleNodes) await want(node);
  const text = ({ start, end }: Node) => code.slice(start, end);
  const before = body
    .filter((statement) => needed.has(statement))
    .map((statement) => text((statement['declaration'] as Node | null) ?? statement));
  const source = `"use strict";${before.join('\n')}\nreturn [${styleNodes.map(text).join(',')}];`;
  return new Function(...scope.keys(), source)(...scope.values()) as unknown[];
}

/** Drops right-to-left classes: all our languages are written from left to right. */
function leftToRight(classes: Record<string, ClassOfProperty>): Record<string, Record<string, string | 0>> {
  const cssOf = (value: ClassOfProperty[string]) => (typeof value === 'object' ? value[0] : value);
  const slot = (properties: ClassOfProperty) =>
    Object.entries(properties).map(([property, name]) => [property, cssOf(name)]);
  return Object.fromEntries(
    Object.entries(classes).map(([name, properties]) => [name, Object.fromEntries(slot(properties))]),
  );
}

/** Returns the rules of these classes, and the keyframes that they use. */
function rulesOf(names: ReadonlySet<string | 0>, all: Rules): Rules {
  const text = (entry: Entry) => (typeof entry === 'string' ? entry : entry[0]);
  const usedRules = Object.fromEntries(
    Object.entries(all).map(([bucket, entries = []]) => [
      bucket,
      entries.filter((entry) => {
        const classes = [...text(entry).matchAll(/\.([a-z_][\w-]*)/gi)].map((match) => match[1]!);
        return classes.length === 0 || classes.some((name) => names.has(name));
      }),
    ]),
  );
  const used = Object.values(usedRules)
    .flat()
    .map(text)
    .filter((rule) => !rule.startsWith('@keyframes'))
    .join();
  const { k: frames = [] } = usedRules;
  return {
    ...usedRules,
    k: frames.filter((entry) => used.includes(/@\S*keyframes (\w+)/.exec(text(entry))?.[1] ?? '')),
  };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let at = 0;
  let out = '';
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    out += code.slice(at, start) + text;
    at = end;
  }
  return out + code.slice(at);
}

export interface Compiled {
  /** The module's code, with compiled styles in place of the calls. */
  code: string;
  rules: Rules[];
}

/** Compiles a module of the app or of Fluent; null if it has no styles. Throws if a style needs a browser API. */
export async function compileStyles(code: string, id: string, parse: Parse): Promise<Compiled | null> {
  if (!/\b(?:makeStyles|makeResetStyles|__styles|__resetStyles|tokens)\b/.test(code)) return null;
  const body = parse(code).body as unknown as Node[];
  const makers = new Map(
    importsOf(body)
      .filter(({ from, imported }) => HOMES.test(from) && imported in COMPILED)
      .map((imported) => [imported.local, imported]),
  );
  const themed = importsOf(body).find(({ from, imported }) => HOMES.test(from) && imported === 'tokens');
  if (makers.size === 0 && !themed) return null;
  const calls = body
    .flatMap((statement) => [...nodesOf(statement)])
    .filter(({ type, callee }) => type === 'CallExpression' && makers.has((callee as { name?: string }).name ?? ''));

  const rules: Rules[] = [];
  const edits = [...makers.values()].map(({ node, imported, local }) => ({
    ...node,
    text: `${COMPILED[imported]} as ${local}`,
  }));
  const makerOf = ({ callee }: Node) => makers.get((callee as { name: string }).name)!.imported;
  const own = calls.filter((call) => makerOf(call).startsWith('make'));
  const values = new Map<Node, unknown>();
  for (const [index, value] of (await valuesOf(own, { code, body, id })).entries()) values.set(own[index]!, value);
  for (const call of calls) {
    const maker = makerOf(call);
    const callArguments = call['arguments'] as Node[];
    const literal = (at: number) =>
      new Function(`return (${code.slice(callArguments[at]!.start, callArguments[at]!.end)})`)() as unknown;
    if (COMPILED[maker] === '__css') {
      const [classes, ruled] = (
        maker === 'makeStyles' ? resolveStyleRulesForSlots(values.get(call) as object) : [literal(0), literal(1)]
      ) as [Record<string, ClassOfProperty>, Rules];
      const classNames = leftToRight(classes);
      rules.push(rulesOf(new Set(Object.values(classNames).flatMap((slot) => Object.values(slot))), ruled));
      edits.push({ ...callArguments[0]!, end: callArguments.at(-1)!.end, text: JSON.stringify(classNames) });
    } else {
      const [name, , ruled] = (
        maker === 'makeResetStyles'
          ? resolveResetStyleRules(values.get(call) as object)
          : [literal(0), null, literal(2)]
      ) as [string, string | null, Rules | string[]];
      rules.push(rulesOf(new Set([name]), Array.isArray(ruled) ? { r: ruled } : ruled));
      edits.push({ ...callArguments[0]!, end: callArguments.at(-1)!.end, text: JSON.stringify(name) });
    }
  }
  if (themed) {
    const { tokens } = (await moduleOf(themed.from, id)) as { tokens: Record<string, string> };
    const isReplaced = (node: Node) => edits.some(({ start, end }) => start <= node.start && node.end <= end);
    // A variable's name is smaller than the table of all tokens, and lets unused constants be tree-shaken.
    for (const node of body.flatMap((statement) => [...nodesOf(statement)])) {
      const { object, property, computed } = node as { object?: Node; property?: Node; computed?: boolean };
      if (node.type !== 'MemberExpression' || computed || object?.['name'] !== themed.local || isReplaced(node))
        continue;
      edits.push({ ...node, text: JSON.stringify(tokens[property!['name'] as string]) });
    }
  }
  return { code: applyEdits(code, edits), rules };
}
