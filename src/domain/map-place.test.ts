import { describe, expect, test } from 'vitest';
import { mapPinUrl, parseMapPlace, formatMapPlace } from './map-place.ts';

const NYHAVN = { latitude: 55.6797, longitude: 12.5907 };

describe('parseMapPlace', () => {
  test.each([
    '55.6797, 12.5907',
    ' 55.6797 12.5907 ',
    '55,6797; 12,5907',
    'geo:55.6797,12.5907?z=17',
    'https://www.google.com/maps?q=55.6797,12.5907',
    'https://www.google.com/maps/@55.6797,12.5907,17z',
    'https://www.google.com/maps/search/?api=1&query=55.6797%2C12.5907',
    'https://www.google.com/maps/search/55.6797,+12.5907?entry=tts',
    'https://www.google.dk/maps/place/Nyhavn/@55.1,12.1,15z/data=!4m6!3m5!1s0x0!8m2!3d55.6797!4d12.5907!16s',
    'www.google.com/maps/dir/?api=1&destination=55.6797,12.5907',
    'https://maps.apple.com/?ll=55.6797,12.5907&q=Nyhavn',
    'https://maps.apple.com/place?coordinate=55.6797,12.5907&name=Nyhavn',
    'https://www.openstreetmap.org/?mlat=55.6797&mlon=12.5907#map=17/55.1/12.1',
    'https://www.openstreetmap.org/#map=17/55.6797/12.5907',
  ])('reads %s', (text) => expect(parseMapPlace(text)).toEqual(NYHAVN));
});

describe('parseMapPlace finds no place', () => {
  test.each([
    '',
    'Nyhavn 17',
    '55.6797',
    '91, 12',
    '55.6797, 181',
    '0, 0',
    'https://www.google.com/maps',
    'https://maps.google.com/?q=Nyhavn',
    'https://example.com/55.6797/12.5907',
    'javascript:55.6797,12.5907',
    'https://www.openstreetmap.org/#map=17/95.6/12.5',
  ])('in “%s”', (text) => expect(parseMapPlace(text)).toBeNull());
});

test('a short link is distinguished from an invalid one', () => {
  expect(parseMapPlace('https://maps.app.goo.gl/abc123')).toBe('short');
  expect(parseMapPlace('https://maps.apple/p/abc')).toBe('short');
  expect(parseMapPlace('https://osm.org/go/0NWk')).toBe('short');
});

test('a field’s text and its map link are read as the same place', () => {
  const south = { latitude: -33.85678, longitude: 151.2153 };
  expect(formatMapPlace(south)).toBe('-33.85678, 151.21530');
  expect(parseMapPlace(formatMapPlace(south))).toEqual(south);
  expect(parseMapPlace(mapPinUrl(south))).toEqual(south);
});

test.each([
  ['90, 180', { latitude: 90, longitude: 180 }],
  ['-90, -180', { latitude: -90, longitude: -180 }],
  ['90.1, 0', null],
  ['0, 180.1', null],
  ['0, 12', { latitude: 0, longitude: 12 }],
  ['12, 0', { latitude: 12, longitude: 0 }],
  ['0, 0', null],
  ['https://www.openstreetmap.org/?mlat=55.5', null],
  ['https://www.openstreetmap.org/?mlon=12.5', null],
  ['https://maps.google.com/?q=%2055.5,12.5%20', { latitude: 55.5, longitude: 12.5 }],
  ['https://www.google.com/maps/%E0%A4%A/@55.5,12.5', { latitude: 55.5, longitude: 12.5 }],
  ['ftp://maps.google.com/?q=55.5,12.5', null],
  ['http://maps.google.com/?q=55.5,12.5', { latitude: 55.5, longitude: 12.5 }],
])('reads %j as %o', (text, place) => expect(parseMapPlace(text)).toEqual(place));

test('no place is formatted as an empty text', () => expect(formatMapPlace(null)).toBe(''));
