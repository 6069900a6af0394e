/** Refuses comment lines that the formatter leaves wider than the code: it does not wrap comments. */
const WIDTH = 120;
/** Read by tools, or not to be broken: directives and addresses. */
const UNBROKEN = /^\W*(?:oxlint|eslint|@ts-|v8 |https?:)|https?:\S{60}/;

export const commentWidth = {
  meta: {
    type: 'layout',
    docs: { description: `comments are at most ${WIDTH} columns wide` },
    messages: { wide: `This comment line is {{width}} columns wide: wrap it at ${WIDTH}.` },
    schema: [],
  },
  create(context) {
    return {
      Program() {
        const { lines } = context.sourceCode;
        for (const comment of context.sourceCode.getAllComments())
          for (let line = comment.loc.start.line; line <= comment.loc.end.line; line += 1) {
            const text = lines[line - 1];
            if (text.length <= WIDTH || UNBROKEN.test(text)) continue;
            // Behind code on the same line the code may be what is wide.
            if (line === comment.loc.start.line && text.slice(0, comment.loc.start.column).trim() !== '') continue;
            context.report({ loc: comment.loc, messageId: 'wide', data: { width: String(text.length) } });
          }
      },
    };
  },
};
