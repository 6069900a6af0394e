import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, test } from 'vitest';
import da from '../../../locales/app/da.json' with { type: 'json' };
import en from '../../../locales/app/en.json' with { type: 'json' };
import { RoleNames, type RoleNamesProps } from './role-names.tsx';

const written = (locale: string, messages: Record<string, string>, props: RoleNamesProps) =>
  renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messages}>
      <RoleNames {...props} />
    </IntlProvider>,
  );

const roles = ['guide_manager', 'guide', 'Tidy Role'];

test('Danish lists capitalise the first role only, and none inside a sentence', () => {
  expect(written('da-DK', da, { roles })).toBe('Guideleder, guide og Tidy Role');
  expect(written('da-DK', da, { roles, type: 'disjunction', isInSentence: true })).toBe(
    'guideleder, guide eller Tidy Role',
  );
});

test('English writes roles as names', () => {
  expect(written('en-GB', en, { roles })).toBe('Guide manager, Guide, Tidy Role');
});
