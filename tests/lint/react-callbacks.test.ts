/**
 * Rules for effects: they return only a cleanup, keep nothing that depends on texts, and listen for input before the
 * paint.
 */
import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';
import { listensBeforePaint, noExpressionBody, noStateByTexts } from './react-callbacks.js';

RuleTester.describe = describe;
RuleTester.it = it;
const errors = [{ messageId: 'leaks' }];

new RuleTester({ languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } }).run(
  'an effect or ref callback passes nothing on',
  noExpressionBody,
  {
    valid: [
      'useEffect(() => { card.current?.scrollTo({ top: 0 }); }, [])',
      'useEffect(() => () => stop(), [])',
      'useEffect(() => { return watch(); }, [])',
      'function prepare() { go(); } useEffect(prepare, [])',
      'list.forEach((one) => one.focus())',
      'const field = useRef(null); const seen = <input ref={field} />',
      'const seen = <input ref={one ? field : undefined} />',
    ],
    invalid: [
      { code: 'useEffect(() => card.current?.parentElement?.scrollTo({ top: 0 }), [sequence])', errors },
      { code: 'useLayoutEffect(() => window.scrollTo(0, 0))', errors },
      { code: 'React.useInsertionEffect(() => insert())', errors },
      { code: 'useEffect(async () => { await go(); }, [])', errors },
      { code: 'const go = () => window.scrollTo(0, 0); function Part() { useEffect(go, []); }', errors },
      { code: 'const Part = () => <button ref={(button) => button?.focus()} />', errors },
      {
        code: 'const takeFocus = (button) => button?.focus(); const Part = () => <button ref={first ? takeFocus : null} />',
        errors,
      },
      {
        code: 'const Part = () => { const go = useCallback((at) => at?.scrollIntoView(), []); return <b ref={go} />; }',
        errors,
      },
    ],
  },
);

new RuleTester().run('nothing that was done is lost when texts arrive', noStateByTexts, {
  valid: [
    'useEffect(() => { setAsked(null); }, [day])',
    'useEffect(() => { document.title = intl.formatMessage({ id }); }, [id, intl])',
  ],
  invalid: [
    {
      code: 'useEffect(() => { notify(intl.formatMessage({ id })); }, [available, intl])',
      errors: [{ messageId: 'effect' }],
    },
    { code: 'useEffect(() => { setOutcomes(new Map()); }, [day, intl])', errors: [{ messageId: 'effect' }] },
    {
      code: 'useLayoutEffect(() => { setShown(formats.day(day)); }, [day, formats])',
      errors: [{ messageId: 'effect' }],
    },
  ],
});

new RuleTester().run('listeners for input are there before the paint', listensBeforePaint, {
  valid: [
    "useLayoutEffect(() => { document.addEventListener('keydown', listen); }, [])",
    "useEffect(() => { document.addEventListener('visibilitychange', listen); }, [])",
  ],
  invalid: [
    {
      code: "useEffect(() => { document.addEventListener('keydown', listen); return () => stop(); }, [])",
      errors: [{ messageId: 'late' }],
    },
    {
      code: "useEffect(() => { dialog.addEventListener(\n'cancel', close); })",
      errors: [{ messageId: 'late' }],
    },
  ],
});
