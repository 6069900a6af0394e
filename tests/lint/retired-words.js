/** Refuses words that the glossary has replaced in the names of files, exports and other declarations. */
import { basename } from 'node:path';

/** Replaced in every declared name. */
const REPLACED = {
  told: 'result, response, event',
  said: 'text, output',
  asked: 'requested, pending, query',
  came: 'attended, received',
  heard: 'received',
  given: 'input, values',
  anew: 'again',
  whoever: 'the role',
  verdict: 'scan result',
  fate: 'outcome, impact',
  fates: 'outcomes',
  hole: 'placeholder',
  holes: 'placeholders',
  chore: 'scheduled task',
  leaver: 'moved guest',
  leavers: 'moved guests',
  rested: 'debounced',
  carried: 'drag state, preloaded',
  despite: 'ignore conflicts',
  against: 'conflicts',
  concerned: 'impact, affected',
  overtaken: 'superseded, outdated',
  lacking: 'missing',
  usual: 'default',
  partly: 'partial',
  keeps: 'remaining roles, stores',
  unkept: 'abandoned',
  stands: 'is active, state',
  standing: 'status, active',
  judge: 'evaluate, check',
  spend: 'consume',
  trouble: 'error, problem, failure',
  hopeless: 'non-retryable',
  rescue: 'restore',
  obey: 'run a command',
  ticker: 'job scheduler',
  shop: 'catalog, operator',
  powers: 'RPC permissions',
  least: 'min',
};
/** Replaced in the names of files and exports. Elsewhere they have other meanings, such as a letter of the alphabet. */
const REPLACED_IN_EXPORTS = {
  letter: 'email template, mail',
  hint: 'change event, suggestion',
};
/** Replaced as a whole name. Longer names say whose answer it is, such as a guide's. */
const REPLACED_NAMES = { answer: 'response, result, query, or reply' };

const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Returns the identifiers that a pattern declares. */
function identifiersIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => identifiersIn(property.argument ?? property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap(identifiersIn);
    case 'AssignmentPattern':
      return identifiersIn(pattern.left);
    case 'RestElement':
      return identifiersIn(pattern.argument);
    case 'TSParameterProperty':
      return identifiersIn(pattern.parameter);
    default:
      return [];
  }
}

export const noRetiredWords = {
  meta: {
    type: 'problem',
    docs: { description: 'one word for one thing (docs/glossary.md)' },
    messages: { retired: '“{{word}}” in {{name}}: use {{better}} (docs/glossary.md).' },
    schema: [],
  },
  create(context) {
    const report = (node, name, words, replaced) => {
      for (const word of words)
        if (Object.hasOwn(replaced, word))
          context.report({ node, messageId: 'retired', data: { word, name, better: replaced[word] } });
    };
    const checkName = (node, name) => {
      report(node, name, wordsOf(name), REPLACED);
      report(node, name, [name], REPLACED_NAMES);
    };
    const checkPattern = (pattern) => {
      for (const id of identifiersIn(pattern)) checkName(id, id.name);
    };
    const checkParameters = ({ params }) => params.forEach(checkPattern);
    const checkFunction = (node) => {
      checkPattern(node.id);
      checkParameters(node);
    };
    const checkDeclaration = ({ id }) => checkPattern(id);
    const checkMember = ({ key }) => checkPattern(key);
    return {
      Program(node) {
        const name = basename(context.filename).replace(/\..*$/, '');
        report(node, name, wordsOf(name), { ...REPLACED, ...REPLACED_IN_EXPORTS });
      },
      ExportNamedDeclaration({ declaration }) {
        const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
        for (const { id } of declared)
          if (id?.type === 'Identifier') report(id, id.name, wordsOf(id.name), REPLACED_IN_EXPORTS);
      },
      VariableDeclarator: checkDeclaration,
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkParameters,
      ClassDeclaration: checkDeclaration,
      TSInterfaceDeclaration: checkDeclaration,
      TSTypeAliasDeclaration: checkDeclaration,
      PropertyDefinition: checkMember,
      MethodDefinition: checkMember,
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
    };
  },
};
