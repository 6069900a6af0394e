/** Refuses words that the glossary has replaced in the names of files and exports. */
import { basename } from 'node:path';

const REPLACED = {
  told: 'result, response',
  said: 'text, response',
  anew: 'again',
  whoever: 'the role',
  verdict: 'scan result',
  fate: 'outcome, impact',
  fates: 'outcomes',
  hole: 'placeholder',
  holes: 'placeholders',
  letter: 'email template, mail',
  leaver: 'moved guest',
  leavers: 'moved guests',
  rested: 'debounced',
  carried: 'drag state, preloaded',
  despite: 'ignore conflicts',
  against: 'conflicts',
  judge: 'evaluate, classify',
  spend: 'consume',
  hint: 'change event, suggestion',
  trouble: 'error, problem',
  hopeless: 'non-retryable',
  rescue: 'restore',
  obey: 'run a command',
  ticker: 'job scheduler',
  shop: 'catalog, operator',
  powers: 'RPC permissions',
  least: 'min',
};
const wordsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

export const noRetiredWords = {
  meta: {
    type: 'problem',
    docs: { description: 'one word for one thing (docs/glossary.md)' },
    messages: { retired: '“{{word}}” in {{name}}: use {{better}} (docs/glossary.md).' },
    schema: [],
  },
  create(context) {
    const check = (node, name) => {
      for (const word of wordsOf(name))
        if (Object.hasOwn(REPLACED, word))
          context.report({ node, messageId: 'retired', data: { word, name, better: REPLACED[word] } });
    };
    return {
      Program: (node) => check(node, basename(context.filename).replace(/\..*$/, '')),
      ExportNamedDeclaration({ declaration }) {
        const declared = declaration?.declarations ?? (declaration ? [declaration] : []);
        for (const { id } of declared) if (id?.type === 'Identifier') check(id, id.name);
      },
    };
  },
};
