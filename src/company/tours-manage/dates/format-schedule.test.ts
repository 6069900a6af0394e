import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../../domain/locales.ts';
import { formatSchedule } from './format-schedule.ts';

const textsOf = (locale: Locale) =>
  JSON.parse(
    readFileSync(new URL(`../../../../locales/tours-manage/${locale}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;
const wordsIn = (locale: Locale) => {
  const intl = createIntl({ locale, messages: textsOf(locale) });
  return (rrule: string, startsOn = '2027-05-01') =>
    formatSchedule(intl, { rrule, startsOn, localTime: '10:00', capacity: null, language: null, isActive: true });
};
/** Returns the texts in all languages, in the order of LOCALES. */
const formatAll = (rrule: string) => Object.fromEntries(LOCALES.map((locale) => [locale, wordsIn(locale)(rrule)]));

describe('formatSchedule', () => {
  test.each([
    [
      'FREQ=WEEKLY;BYDAY=TU,SA;UNTIL=20270831',
      {
        en: 'Every Tuesday and Saturday at 10:00, until August 31, 2027',
        es: 'Cada martes y sábado a las 10:00, hasta el 31 de agosto de 2027',
        da: 'Hver tirsdag og lørdag kl. 10.00, til og med 31. august 2027',
        it: 'Ogni martedì e sabato alle 10:00, ultimo giorno: 31 agosto 2027',
      },
    ],
    [
      'FREQ=MONTHLY;BYDAY=2SA;COUNT=5',
      {
        en: 'Every month on the second Saturday at 10:00, 5 times',
        es: 'Cada mes, el segundo sábado a las 10:00, 5 veces',
        da: 'Hver måned den anden lørdag kl. 10.00, 5 gange',
        it: 'Ogni mese, il secondo sabato alle 10:00, 5 volte',
      },
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=SU,1SA',
      {
        en: 'Every 2 months, every Sunday and the first Saturday at 10:00',
        es: 'Cada 2 meses, todos los domingos y el primer sábado a las 10:00',
        da: 'Hver 2. måned, hver søndag og den første lørdag kl. 10.00',
        it: 'Ogni 2 mesi, ogni domenica e il primo sabato alle 10:00',
      },
    ],
    [
      'FREQ=WEEKLY;BYMONTH=4,5,6,7,8,9;BYDAY=SA;UNTIL=20290831',
      {
        en: 'Every Saturday at 10:00, each year from April to September, until August 31, 2029',
        es: 'Cada sábado a las 10:00, cada año de abril a septiembre, hasta el 31 de agosto de 2029',
        da: 'Hver lørdag kl. 10.00, hvert år fra april til september, til og med 31. august 2029',
        it: 'Ogni sabato alle 10:00, ogni anno aprile–settembre, ultimo giorno: 31 agosto 2029',
      },
    ],
    [
      'FREQ=DAILY;BYMONTH=11,12,1',
      {
        en: 'Every day at 10:00, each year from November to January',
        es: 'Todos los días a las 10:00, cada año de noviembre a enero',
        da: 'Hver dag kl. 10.00, hvert år fra november til januar',
        it: 'Ogni giorno alle 10:00, ogni anno novembre–gennaio',
      },
    ],
    [
      'FREQ=DAILY;BYMONTH=6,8',
      {
        en: 'Every day at 10:00, each year in June and August',
        es: 'Todos los días a las 10:00, cada año en junio y agosto',
        da: 'Hver dag kl. 10.00, hvert år i juni og august',
        it: 'Ogni giorno alle 10:00, ogni anno in giugno e agosto',
      },
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,8,11,-1',
      {
        en: 'Every month on the 1st, the 8th, the 11th, and the last day at 10:00',
        es: 'Cada mes, el día 1, el día 8, el día 11 y el último día a las 10:00',
        da: 'Hver måned den 1., den 8., den 11. og den sidste dag kl. 10.00',
        it: 'Ogni mese, il 1º, l’8, l’11 e l’ultimo giorno alle 10:00',
      },
    ],
  ])('formats %s', (rrule, words) => expect(formatAll(rrule)).toEqual(words));

  test('simplifies every Saturday of every month to every Saturday', () => {
    for (const locale of LOCALES) {
      const words = wordsIn(locale);
      expect(words('FREQ=MONTHLY;BYDAY=SA')).toBe(words('FREQ=WEEKLY;BYDAY=SA'));
    }
  });

  test('returns a rule that the form cannot represent unchanged', () => {
    expect(wordsIn('en')('FREQ=YEARLY')).toBe('FREQ=YEARLY');
  });
});
