import { describe, expect, test } from 'vitest';
import { neutralizeLinks } from './neutralize-links.ts';
import { render } from './templates.ts';

describe('neutralizeLinks', () => {
  test.each([
    ['Copenhagen on Foot', 'Copenhagen on Foot'],
    ['St. Mary’s', 'St. Mary’s'],
    ['Anna\r\nBcc: a@evil.test', 'Anna Bcc: a\uff20evil\u2024test'],
    ['\u2028Anna\u0000', 'Anna'],
    ['https://evil.example/win', 'https: evil\u2024example/win'],
    ['www.evil.example', 'www\u2024evil\u2024example'],
    ['10.0.0.1', '10\u20240\u20240\u20241'],
  ])('%j is shown as one line without a link', (name, neutralized) => {
    expect(neutralizeLinks(name)).toBe(neutralized);
  });
});

test('an invitation by a company with a link for a name has none', () => {
  const mail = render('invitation', 'en', {
    company: 'Claim your prize at https://evil.example/win\r\nBcc: anna@holm.test',
    inviter: 'Support <http://evil.example>',
    roles: ['guide'],
    expiresAt: '2026-12-03T12:00:00Z',
    link: 'https://app.example.com/en/join#invitation=x',
  });
  expect(mail.subject).not.toMatch(/[\r\n]/);
  for (const text of [mail.subject, mail.text, mail.html])
    expect(text).not.toMatch(/https?:\/\/evil|evil\.example|anna@holm/);
  expect(mail.text).toContain('https://app.example.com/en/join#invitation=x');
});

test.each([
  ['agreement-proposed', {}],
  ['commission-statement', { state: 'issued', month: '2026-11', amount: 1200, currency: 'DKK', reason: '' }],
] as const)('%s has no link in the name of the other side', (template, more) => {
  const mail = render(template, 'en', {
    from: 'Claim your prize at https://evil.example/win',
    to: 'http://evil.example',
    actor: 'Support',
    link: 'https://app.example.com/en/settings',
    ...more,
  });
  for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toMatch(/https?:\/\/evil|evil\.example/);
});
