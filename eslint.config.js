// oxlint does the general linting; ESLint only what it cannot: messages (formatjs), the rules of hooks, what effects and ref
// callbacks return, and promises, for which it reads the types.
import compat from 'eslint-plugin-compat';
import formatjs from 'eslint-plugin-formatjs';
import hooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';
import { noExpressionBody } from './tests/lint/react-callbacks.js';

export default [
  { ignores: ['**/*.d.ts', 'dist', '.muster', 'tests/.output'] },
  {
    files: ['{build,src,supabase,tests}/**/*.{ts,tsx}', '*.ts'],
    languageOptions: {
      parser: typescript.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, ecmaFeatures: { jsx: true } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': typescript.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    // Where effects live. `return element.scrollTo(…)` is nothing by its type, and a promise in newer browsers.
    files: ['src/**/{use-*,*-use-*}.ts', 'src/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { formatjs, 'react-hooks': hooks, muster: { rules: { 'no-expression-body': noExpressionBody } } },
    rules: {
      'muster/no-expression-body': 'error',
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'formatjs/no-literal-string-in-jsx': 'error',
      'formatjs/no-useless-message': 'error',
    },
  },
  {
    // What an older browser has not (docs/browsers.md); of the language itself the compiler's `lib` knows.
    files: ['src/**/*.{ts,tsx}'],
    plugins: { compat },
    settings: { browsers: ['chrome >= 110', 'safari >= 16.4', 'ios_saf >= 16.4', 'firefox >= 115'] },
    rules: { 'compat/compat': 'error' },
  },
  {
    files: ['tests/**/*.{ts,tsx}'],
    ignores: ['tests/support/patience.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="vi"][property.name="waitFor"]',
          message: 'It gives up after a second: take waitFor of tests/support/patience.ts.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^(nth|last)$/]',
          message: 'What stands second today stands third tomorrow: name what is meant.',
        },
        {
          // Waiting until one of several is there, whichever, is well: nothing is done with it.
          selector:
            'MemberExpression[property.name!=/^(waitFor|boundingBox|getAttribute)$/] > CallExpression.object[callee.property.name="first"]',
          message: 'Whatever comes first is acted on: name what is meant.',
        },
        {
          selector: 'VariableDeclarator > CallExpression.init[callee.property.name="first"]',
          message: 'Whatever comes first is acted on: name what is meant.',
        },
      ],
    },
  },
];
