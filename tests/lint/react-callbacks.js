/**
 * What an effect or a ref callback returns, React calls later as its cleanup. A function that only passes on the value
 * of its last call (`scrollTo()`, `focus()`) breaks the day a browser gives that value a meaning, so it needs a block.
 */
const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/**
 * Returns the functions that a node can be: written there, wrapped in `useCallback`, either branch of a condition, or
 * referenced by name.
 */
function functionsOf(node, scope) {
  if (!node) return [];
  if (isFunction(node)) return [node];
  if (node.type === 'ConditionalExpression')
    return [...functionsOf(node.consequent, scope), ...functionsOf(node.alternate, scope)];
  if (node.type === 'LogicalExpression') return functionsOf(node.right, scope);
  if (node.type === 'CallExpression' && calledName(node) === 'useCallback')
    return functionsOf(node.arguments[0], scope);
  if (node.type !== 'Identifier') return [];
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(node.name);
    if (variable)
      return variable.defs.flatMap((found) =>
        found.node.type === 'VariableDeclarator' ? functionsOf(found.node.init, at) : [],
      );
  }
  return [];
}

function calledName({ callee }) {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;
}

export const noExpressionBody = {
  meta: {
    type: 'problem',
    docs: { description: 'effects and ref callbacks must not return the value of an expression' },
    messages: {
      leaks: 'React calls the returned value as a cleanup: use a block, and return only a cleanup function.',
    },
    schema: [],
  },
  create(context) {
    const check = (node) => {
      for (const found of functionsOf(node, context.sourceCode.getScope(node))) {
        if (found.async) context.report({ node: found, messageId: 'leaks' });
        else if (found.body.type !== 'BlockStatement' && !isFunction(found.body))
          context.report({ node: found.body, messageId: 'leaks' });
      }
    };
    return {
      CallExpression(node) {
        if (EFFECTS.has(calledName(node))) check(node.arguments[0]);
      },
      'JSXAttribute[name.name="ref"] > JSXExpressionContainer'(node) {
        check(node.expression);
      },
    };
  },
};

/** They are new objects when texts arrive, which can happen at any time after a screen is shown. */
const OF_TEXTS = new Set(['intl', 'formats']);
const STORES_SOMETHING = /\b(?:set[A-Z]\w*|notify)\(/;

export const noStateByTexts = {
  meta: {
    type: 'problem',
    docs: { description: 'state must not be lost when texts load' },
    messages: {
      effect:
        'This effect runs again when texts load, and repeats its state update or notification: store codes, and format them while rendering.',
    },
    schema: [],
  },
  create(context) {
    return {
      CallExpression(node) {
        const [effect, dependencies] = node.arguments;
        if (!EFFECTS.has(calledName(node)) || !isFunction(effect) || dependencies?.type !== 'ArrayExpression') return;
        if (!dependencies.elements.some((one) => one?.type === 'Identifier' && OF_TEXTS.has(one.name))) return;
        if (STORES_SOMETHING.test(context.sourceCode.getText(effect)))
          context.report({ node: effect, messageId: 'effect' });
      },
    };
  },
};

const INPUT = /addEventListener\(\s*'(?:keydown|keyup|pointerdown|mousedown|click|cancel)'/;

export const listensBeforePaint = {
  meta: {
    type: 'problem',
    docs: { description: 'input between the paint of a screen and its effects must not be lost' },
    messages: {
      late: 'A busy device runs useEffect after the paint, and input until then is lost: use useLayoutEffect.',
    },
    schema: [],
  },
  create(context) {
    return {
      CallExpression(node) {
        const [effect] = node.arguments;
        if (calledName(node) !== 'useEffect' || !isFunction(effect)) return;
        if (INPUT.test(context.sourceCode.getText(effect))) context.report({ node: effect, messageId: 'late' });
      },
    };
  },
};
