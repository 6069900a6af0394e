import { describe, expect, test } from 'vitest';
import { neutralizeLinks } from './neutralize-links.ts';
import { render } from './templates.ts';

describe('plainName', () => {
  test.each([
    ['Copenhagen on Foot', 'Copenhagen on Foot'],
    ['St. Mary’s', 'St. Mary’s'],
    ['Anna\r\nBcc: a@evil.test', 'Anna Bcc: a@evil.test'],
    ['\u2028Anna\u0000', 'Anna'],
    ['https://evil.example/win', 'https: evil.example/win'],
    ['www.evil.example', 'www.evil.example'],
    ['10.0.0.1', '10.0.0.1'],
  ])('%j is shown as one line without a link', (name, neutralized) => {
    expect(neutralizeLinks(name)).toBe(
      neutralized === name && !/\p{L}\.\p{L}|\d\.\d/u.test(name)
        ? name
        : neutralized.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, '\u2024').replace('@', '\uff20'),
    );
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
