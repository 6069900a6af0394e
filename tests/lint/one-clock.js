/**
 * Forbids reading the device's clock, which may be days off: the app reads the time from src/lib/clock.ts. Enabled for
 * src without its tests. Other code runs on correct clocks: tests and build scripts on a developer's machine, Supabase
 * functions and the local host on the server by which `now()` corrects the device. public/first-paint.js runs before
 * any module, and compares times of the same clock.
 */
export const oneClock = {
  meta: {
    type: 'problem',
    docs: { description: 'the current time comes from src/lib/clock.ts' },
    messages: { device: "The device's clock may be wrong: use now() or deviceNow() from src/lib/clock.ts." },
    schema: [],
  },
  create(context) {
    const isDate = (node) =>
      (node.type === 'Identifier' && node.name === 'Date') ||
      (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'Date');
    const report = (node) => context.report({ node, messageId: 'device' });
    return {
      // Also when passed uncalled, as in `useState(Date.now)`.
      MemberExpression(node) {
        const { object, property } = node;
        if (isDate(object) && (property.name === 'now' || property.value === 'now')) report(node);
      },
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node);
      },
      CallExpression(node) {
        if (isDate(node.callee)) report(node);
      },
    };
  },
};
