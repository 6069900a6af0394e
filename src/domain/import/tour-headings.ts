/** Headings of tour columns in four languages; the first of each language is the one that our own files have. */
import { BOOKING_COLUMNS } from './booking-columns.ts';
import type { ColumnNames } from './columns.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../enums.ts';
import { normalizeText } from '../search-text.ts';
import { TEXT_NAMES, type TextKey, type TextName } from '../tour-form.ts';

/** A price's columns: `price.ADULT.1.amount`. */
export const PRICE_PARTS = ['amount', 'from', 'to', 'seats', 'vat', 'with', 'active'] as const;
export type PricePart = (typeof PRICE_PARTS)[number];
export type PriceField = `price.${PriceCategoryType}.${number}.${PricePart}`;

/** Fields with one column each, in the order of our files. */
export const PLAIN_TOUR_FIELDS = [
  'slug',
  'duration',
  'capacity',
  'minimumGuests',
  'languages',
  'place',
  'bookingCutOff',
  'cancellationCutOff',
  'deposit',
  'asksNames',
  'vatRate',
  'colour',
] as const;
type PlainField = (typeof PLAIN_TOUR_FIELDS)[number];
export type TourField = PlainField | TextKey | PriceField;

/** Headings by language; our own files use the first. */
type Words = Readonly<Record<Locale, readonly string[]>>;
const FIELD_WORDS: Readonly<Record<PlainField, Words>> = {
  slug: {
    en: ['Page URL', 'Address', 'Slug', 'Code', 'Product code'],
    es: ['URL de la página', 'Dirección', 'Código'],
    da: ['Sidens URL', 'Adresse', 'Kode', 'Varenummer'],
    it: ['URL della pagina', 'Indirizzo', 'Codice'],
  },
  duration: {
    en: ['Duration (minutes)', 'Duration', 'Minutes'],
    es: ['Duración (minutos)', 'Duración'],
    da: ['Varighed (minutter)', 'Varighed', 'Minutter'],
    it: ['Durata (minuti)', 'Durata'],
  },
  capacity: {
    en: ['Capacity', 'Seats', 'Max guests'],
    es: ['Plazas', 'Capacidad'],
    da: ['Pladser', 'Kapacitet'],
    it: ['Posti', 'Capienza'],
  },
  minimumGuests: {
    en: ['Minimum guests', 'Min guests'],
    es: ['Mínimo de personas', 'Mínimo de huéspedes'],
    da: ['Mindste antal gæster', 'Minimum gæster'],
    it: ['Numero minimo di ospiti', 'Minimo di ospiti', 'Minimo di persone'],
  },
  languages: {
    en: ['Guide languages', 'Languages'],
    es: ['Idiomas de los guías', 'Idiomas del guía', 'Idiomas'],
    da: ['Guidesprog', 'Guidens sprog', 'Sprog'],
    it: ['Lingue delle guide', 'Lingue della guida', 'Lingue'],
  },
  place: {
    en: ['Map location', 'Place on the map', 'Coordinates', 'Location'],
    es: ['Ubicación en el mapa', 'Lugar en el mapa', 'Coordenadas'],
    da: ['Placering på kortet', 'Sted på kortet', 'Koordinater'],
    it: ['Posizione sulla mappa', 'Luogo sulla mappa', 'Coordinate'],
  },
  bookingCutOff: {
    en: ['Booking cut-off (minutes)', 'Cut-off'],
    es: ['Plazo de reserva (minutos)', 'Cierre de reservas (minutos)'],
    da: ['Bookingfrist (minutter)'],
    it: ['Termine di prenotazione (minuti)', 'Chiusura prenotazioni (minuti)'],
  },
  cancellationCutOff: {
    en: ['Free cancellation until (hours)', 'Cancellation cut-off'],
    es: ['Cancelación gratuita hasta (horas)'],
    da: ['Gratis afbestilling indtil (timer)'],
    it: ['Annullamento gratuito fino a (ore)', 'Cancellazione gratuita fino a (ore)'],
  },
  deposit: {
    en: ['Deposit (%)', 'Deposit'],
    es: ['Anticipo (%)', 'Anticipo'],
    da: ['Forudbetaling (%)', 'Forudbetaling', 'Depositum (%)', 'Depositum'],
    it: ['Acconto (%)', 'Acconto'],
  },
  asksNames: {
    en: ['Ask for everyone’s name', 'Ask for everybody’s names', 'Names of all guests'],
    es: ['Pedir el nombre de cada persona', 'Pedir el nombre de todas las personas', 'Nombres de todas las personas'],
    da: ['Spørg om alles navne', 'Alles navne'],
    it: ['Chiedi il nome di ogni persona', 'Chiedi i nomi di tutti', 'Nomi di tutti'],
  },
  vatRate: { en: ['VAT (%)', 'VAT'], es: ['IVA (%)', 'IVA'], da: ['Moms (%)', 'Moms'], it: ['IVA (%)', 'IVA'] },
  colour: { en: ['Colour', 'Color'], es: ['Color del tour', 'Color'], da: ['Farve'], it: ['Colore'] },
};
const TEXT_WORDS: Readonly<Record<TextName, Words>> = {
  title: {
    en: ['Title', 'Tour', 'Name', 'Product', 'Product name'],
    es: ['Título', 'Nombre', 'Producto'],
    da: ['Titel', 'Navn', 'Tur', 'Produkt'],
    it: ['Titolo', 'Nome', 'Prodotto'],
  },
  summary: {
    en: ['One-sentence summary', 'In one sentence', 'Summary', 'Short description'],
    es: ['Resumen en una frase', 'En una frase', 'Resumen'],
    da: ['Resumé i én sætning', 'I én sætning', 'Resumé', 'Kort beskrivelse'],
    it: ['Riassunto in una frase', 'In una frase', 'Riassunto'],
  },
  description: { en: ['Description'], es: ['Descripción'], da: ['Beskrivelse'], it: ['Descrizione'] },
  meetingPoint: {
    en: ['Meeting point'],
    es: ['Punto de encuentro'],
    da: ['Mødested'],
    it: ["Punto d'incontro", 'Punto di ritrovo'],
  },
  meetingNotes: {
    en: ['How to find it', 'Meeting notes'],
    es: ['Cómo encontrarlo'],
    da: ['Sådan finder man det'],
    it: ['Come trovarlo'],
  },
};
const CATEGORY_WORDS: Readonly<Record<PriceCategoryType, Readonly<Record<Locale, string>>>> = {
  ADULT: { en: 'Adult', es: 'Adulto', da: 'Voksen', it: 'Adulto' },
  YOUTH: { en: 'Youth', es: 'Joven', da: 'Ung', it: 'Ragazzo' },
  CHILD: { en: 'Child', es: 'Niño', da: 'Barn', it: 'Bambino' },
  INFANT: { en: 'Infant', es: 'Bebé', da: 'Spædbarn', it: 'Neonato' },
  FAMILY: { en: 'Family', es: 'Familia', da: 'Familie', it: 'Famiglia' },
  SENIOR: { en: 'Senior', es: 'Mayor', da: 'Senior', it: 'Anziano' },
  STUDENT: { en: 'Student', es: 'Estudiante', da: 'Studerende', it: 'Studente' },
  MILITARY: { en: 'Military', es: 'Militar', da: 'Militær', it: 'Militare' },
  OTHER: { en: 'Other', es: 'Otro', da: 'Anden', it: 'Altro' },
};
const PART_WORDS: Readonly<Record<PricePart, Readonly<Record<Locale, string>>>> = {
  amount: { en: 'price', es: 'precio', da: 'pris', it: 'prezzo' },
  from: { en: 'from age', es: 'desde edad', da: 'fra alder', it: "dall'età" },
  to: { en: 'to age', es: 'hasta edad', da: 'til alder', it: "fino all'età" },
  seats: { en: 'seats', es: 'plazas', da: 'pladser', it: 'posti' },
  vat: { en: 'VAT (%)', es: 'IVA (%)', da: 'moms (%)', it: 'IVA (%)' },
  with: { en: 'comes with', es: 'viene con', da: 'kommer med', it: 'viene con' },
  active: { en: 'sold', es: 'a la venta', da: 'sælges', it: 'in vendita' },
};
/** The most prices of one category in a file; a number tells them apart. */
const MAX_PRICES_PER_CATEGORY = 6;
/** Languages by code and name. */
const OF_LOCALE: Readonly<Record<Locale, readonly string[]>> = {
  en: ['en', 'English', 'inglés', 'engelsk', 'inglese'],
  es: ['es', 'Spanish', 'español', 'spansk', 'spagnolo'],
  da: ['da', 'Danish', 'danés', 'dansk', 'danese'],
  it: ['it', 'Italian', 'italiano', 'italiensk'],
};

export function tourHeading(field: TourField, locale: Locale): string {
  if (field.startsWith('price.')) {
    const [, type, n, part] = field.split('.') as ['price', PriceCategoryType, string, PricePart];
    return `${CATEGORY_WORDS[type][locale]}${n === '1' ? '' : ` ${n}`}: ${PART_WORDS[part][locale]}`;
  }
  const plain = PLAIN_TOUR_FIELDS.find((name) => name === field);
  if (plain) return FIELD_WORDS[plain][locale][0] ?? plain;
  const [name, of] = field.split('_') as [TextName, Locale];
  return `${TEXT_WORDS[name][locale][0] ?? name} (${of})`;
}

let names: ColumnNames<TourField> | null = null;
/** Returns all headings of each field. A text column without a language has the language of its heading. */
export function tourFieldNames(): ColumnNames<TourField> {
  if (names) return names;
  const all: Record<string, string[]> = {};
  for (const field of PLAIN_TOUR_FIELDS)
    all[field] = [field, ...LOCALES.flatMap((locale) => FIELD_WORDS[field][locale])];
  for (const name of TEXT_NAMES)
    for (const of of LOCALES)
      all[`${name}_${of}`] = [
        ...LOCALES.flatMap((locale) =>
          TEXT_WORDS[name][locale].flatMap((word) => OF_LOCALE[of].map((language) => `${word} ${language}`)),
        ),
        ...TEXT_WORDS[name][of],
      ];
  for (const type of PRICE_CATEGORY_TYPES)
    for (let n = 1; n <= MAX_PRICES_PER_CATEGORY; n += 1)
      for (const part of Object.keys(PART_WORDS) as PricePart[]) {
        const kinds = [...LOCALES.map((locale) => CATEGORY_WORDS[type][locale]), ...BOOKING_COLUMNS[type]];
        const fullHeadings = kinds.flatMap((kind) =>
          LOCALES.map((locale) => `${kind}${n === 1 ? '' : ` ${n}`} ${PART_WORDS[part][locale]}`),
        );
        const alone =
          part === 'amount' && n === 1
            ? kinds.flatMap((kind) => [kind, ...LOCALES.map((locale) => `${PART_WORDS.amount[locale]} ${kind}`)])
            : [];
        all[`price.${type}.${n}.${part}`] = [...fullHeadings, ...alone];
      }
  names = all as unknown as ColumnNames<TourField>;
  return names;
}

const YES = [
  'yes',
  'y',
  'true',
  '1',
  'x',
  'on',
  'active',
  'sí',
  'si',
  'verdadero',
  'activo',
  'ja',
  'sand',
  'sandt',
  'aktiv',
  'sì',
  'vero',
  'attivo',
];
const NO = ['no', 'n', 'false', '0', 'off', 'inactive', 'falso', 'inactivo', 'nej', 'falsk', 'inaktiv', 'inattivo'];
const folded = (words: readonly string[]) => new Set(words.map(normalizeText));
const [yes, no] = [folded(YES), folded(NO)];
/** Parses yes or no in four languages; null for anything else. */
export function parseYesNo(cell: string): boolean | null {
  const word = normalizeText(cell).trim();
  return yes.has(word) ? true : no.has(word) ? false : null;
}
