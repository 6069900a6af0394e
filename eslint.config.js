// oxlint does the general linting; ESLint only what it cannot: messages (formatjs) and the rules of hooks.
import formatjs from 'eslint-plugin-formatjs';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

export default [
  { ignores: ['**/*.d.ts'] },
  {
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parser: typescript.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { formatjs, 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'formatjs/no-literal-string-in-jsx': 'error',
      'formatjs/no-useless-message': 'error',
    },
  },
];
