/**
 * Rules for tests. The order of elements changes with every new one, so an element is selected by its role or name; and
 * Vitest's own `waitFor` gives up after a second, which a loaded machine exceeds.
 */
const isName = (node, name) => node?.type === 'Identifier' && node.name === name;

/** Members of `first()` that depend on no particular element: waiting until one of several exists is fine. */
const HARMLESS = new Set(['waitFor', 'boundingBox', 'getAttribute']);

const methodName = ({ callee }) =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null;

export const noPositionalLocator = {
  meta: {
    type: 'problem',
    docs: { description: 'tests must not select elements by position' },
    messages: { position: "Don't use first(), nth() or last(): select the element by role or name." },
    schema: [],
  },
  create(context) {
    return {
      CallExpression(node) {
        const name = methodName(node);
        if (name === 'nth' || name === 'last') return context.report({ node, messageId: 'position' });
        if (name !== 'first') return undefined;
        const { parent } = node;
        const isUsed =
          (parent.type === 'MemberExpression' && parent.object === node && !HARMLESS.has(parent.property.name)) ||
          (parent.type === 'VariableDeclarator' && parent.init === node);
        return isUsed ? context.report({ node, messageId: 'position' }) : undefined;
      },
    };
  },
};

export const noVitestWaitFor = {
  meta: {
    type: 'problem',
    docs: { description: 'tests must wait long enough for a loaded machine' },
    messages: { impatient: 'vi.waitFor gives up after a second: use waitFor from tests/support/wait-for.ts.' },
    schema: [],
  },
  create(context) {
    return {
      MemberExpression(node) {
        if (isName(node.object, 'vi') && isName(node.property, 'waitFor'))
          context.report({ node, messageId: 'impatient' });
      },
    };
  },
};
