/** Parses countries: codes, names in many languages, and common names. */
import { COUNTRIES } from '../countries.ts';
import { LOCALES } from '../locales.ts';
import { normalizeText } from '../search-text.ts';
import { MAX_CELL_LENGTH } from './cells.ts';

/** ISO 3166-1 alpha-3 codes, in the order of `COUNTRIES`. */
const ALPHA_3 =
  `AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU
BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR
CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY
GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN
ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA
LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER
NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU
SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF
TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF
WSM YEM MYT ZAF ZMB ZWE`.split(/\s/);

/** Other and former codes that mean one of today's countries. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  uk: 'GB',
  el: 'GR',
  xk: 'XK',
  xkx: 'XK',
  eng: 'GB',
  sct: 'GB',
  wls: 'GB',
  nir: 'GB',
  ger: 'DE',
  den: 'DK',
  sui: 'CH',
  ned: 'NL',
  por: 'PT',
  gre: 'GR',
  cro: 'HR',
  dd: 'DE',
  fx: 'FR',
  tp: 'TL',
  zr: 'CD',
  bu: 'MM',
};

/** Common names, most of which the Unicode CLDR does not have. */
const COMMON_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Emiratos', 'Emirati', 'Emiraterne', 'EAU'],
  AT: ['Østrig', 'Republic of Austria'],
  BA: ['Bosnia', 'Bosnien', 'Bosnia-Herzegovina', 'Bosnia y Hercegovina'],
  BE: ['Belgique', 'België', 'Belgien'],
  BN: ['Brunei Darussalam'],
  BO: ['Bolivia, Plurinational State of', 'Plurinational State of Bolivia'],
  BY: ['Belarus', 'White Russia', 'Bielorrusia', 'Hviderusland'],
  CD: [
    'DR Congo',
    'DRC',
    'Democratic Republic of the Congo',
    'Congo, Democratic Republic of the',
    'Congo (Democratic Republic of the)',
    'Congo Kinshasa',
    'Zaire',
    'República Democrática del Congo',
    'Repubblica Democratica del Congo',
    'Den Demokratiske Republik Congo',
  ],
  CG: ['Congo', 'Republic of the Congo', 'Congo Brazzaville', 'República del Congo', 'Repubblica del Congo'],
  CH: ['Swiss', 'Schweiz', 'Suisse', 'Svizzera', 'Svizra'],
  CI: ['Ivory Coast', "Cote d'Ivoire", "Costa d'Avorio", 'Costa de Marfil', 'Elfenbenskysten'],
  CN: ['China', 'PRC', 'PR China', 'Mainland China', "People's Republic of China", 'Folkerepublikken Kina'],
  CV: ['Cape Verde', 'Capo Verde', 'Kap Verde'],
  CZ: [
    'Czechia',
    'Czech',
    'Czech Republic',
    'República Checa',
    'Repubblica Ceca',
    'Den Tjekkiske Republik',
    'Tjekkiske Republik',
    'Tschechische Republik',
    'République tchèque',
  ],
  DE: ['Deutschland', 'Federal Republic of Germany', 'West Germany', 'BRD', 'República Federal de Alemania'],
  DK: ['Danmark', 'Kingdom of Denmark', 'Kongeriget Danmark'],
  EH: ['Western Sahara'],
  ES: ['España', 'Kingdom of Spain', 'Spain (Canary Islands)', 'Canary Islands', 'Islas Canarias', 'Mallorca'],
  FK: ['Falkland Islands', 'Falkland Islands (Malvinas)', 'Islas Malvinas'],
  FM: ['Micronesia', 'Micronesia, Federated States of'],
  FO: ['Faroes', 'Faeroe Islands', 'Føroyar'],
  FR: ['La France', 'République française'],
  GB: [
    'U.K.',
    'UK',
    'Great Britain',
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'The United Kingdom',
    'United Kingdom of Great Britain and Northern Ireland',
    'United Kingdom (UK)',
    'Gran Bretaña',
    'Inglaterra',
    'Escocia',
    'Gales',
    'Irlanda del Norte',
    'Gran Bretagna',
    'Inghilterra',
    'Scozia',
    'Galles',
    'Irlanda del Nord',
    'Regno Unito di Gran Bretagna e Irlanda del Nord',
    'Reino Unido de Gran Bretaña e Irlanda del Norte',
    'Skotland',
    'Nordirland',
    'Det Forenede Kongerige',
    'Großbritannien',
    'Grande-Bretagne',
    'Angleterre',
  ],
  GL: ['Kalaallit Nunaat'],
  GM: ['The Gambia'],
  HK: ['Hong Kong', 'Hongkong', 'Hong Kong SAR'],
  IE: ['Republic of Ireland', 'Eire', 'Southern Ireland', 'República de Irlanda', "Repubblica d'Irlanda"],
  IL: ['State of Israel'],
  IR: ['Islamic Republic of Iran', 'Iran, Islamic Republic of', 'Persia'],
  IT: ['Italia', 'Repubblica italiana'],
  KN: ['St Kitts and Nevis', 'Saint Kitts'],
  KP: [
    'North Korea',
    "Korea, Democratic People's Republic of",
    "Democratic People's Republic of Korea",
    'DPRK',
    "Korea (Democratic People's Republic of)",
  ],
  KR: ['South Korea', 'Korea', 'Korea, Republic of', 'Republic of Korea', 'Korea (South)', 'Korea South', 'Corea'],
  LA: ['Laos', "Lao People's Democratic Republic"],
  LC: ['St Lucia'],
  LY: ['Libyan Arab Jamahiriya'],
  MD: ['Moldova', 'Republic of Moldova', 'Moldova, Republic of', 'Moldavia'],
  MK: ['Macedonia', 'North Macedonia', 'FYROM', 'Makedonien', 'Macedonia, the former Yugoslav Republic of'],
  MM: ['Burma', 'Birmania', 'Myanmar'],
  MO: ['Macau', 'Macao', 'Macao SAR'],
  MV: ['The Maldives'],
  NL: [
    'Holland',
    'Holanda',
    'Olanda',
    'The Netherlands',
    'Netherlands, The',
    'Nederland',
    'Nederlandene',
    'Kingdom of the Netherlands',
    'Niederlande',
    'Pays-Bas',
  ],
  PH: ['The Philippines'],
  PS: ['Palestine', 'Palestine, State of', 'State of Palestine', 'Palestinian Territory, Occupied', 'West Bank'],
  PT: ['Madeira', 'Azores'],
  RE: ['Reunion'],
  RU: ['Russian Federation', 'Federación de Rusia', 'Federación Rusa', 'Federazione Russa', 'Russiske Føderation'],
  SE: ['Sverige', 'Kingdom of Sweden'],
  SH: ['St Helena'],
  SK: ['Slovak Republic', 'Slovakia (Slovak Republic)', 'Eslovaquia', 'Repubblica Slovacca'],
  ST: ['Sao Tome', 'Sao Tome and Principe'],
  SY: ['Syrian Arab Republic', 'Syria'],
  SZ: ['Swaziland', 'Suazilandia', 'Eswatini'],
  TL: ['East Timor', 'Timor Leste', 'Timor Oriental', 'Timor Est', 'Østtimor'],
  TR: ['Turkey', 'Türkiye', 'Turkiye', 'Republic of Turkey', 'Turquía', 'Turchia', 'Tyrkiet'],
  TW: ['Taiwan', 'Taiwan, Province of China', 'Chinese Taipei', 'Republic of China', 'Formosa'],
  TZ: ['Tanzania', 'Tanzania, United Republic of', 'United Republic of Tanzania', 'Zanzibar'],
  US: [
    'USA',
    'U.S.',
    'U.S.A.',
    'US of A',
    'United States',
    'United States of America',
    'United States (US)',
    'The States',
    'America',
    'Amerika',
    'América',
    'Estados Unidos de América',
    'EEUU',
    'EE. UU.',
    'EE.UU.',
    'E.E.U.U.',
    "Stati Uniti d'America",
    'De Forenede Stater',
    'Forenede Stater',
    'Amerikas Forenede Stater',
    'Vereinigte Staaten von Amerika',
    'Etats-Unis',
  ],
  UY: ['Uruguay'],
  VA: ['Vatican', 'Holy See', 'Holy See (Vatican City State)', 'Vaticano', 'Vatikanet', 'Santa Sede'],
  VE: ['Venezuela', 'Venezuela, Bolivarian Republic of'],
  VG: ['British Virgin Islands', 'Virgin Islands, British'],
  VI: ['US Virgin Islands', 'Virgin Islands, U.S.'],
  VN: ['Viet Nam', 'Vietnam'],
  XK: ['Kosovo', 'Kosova'],
};

/** Languages that are searched if none of ours has the name. */
const MORE_LOCALES = 'de fr nl sv nb fi pl pt cs sk hu ro hr sl bg el is et lv lt ru uk tr he ar hi th zh ja ko'.split(
  ' ',
);

/** Normalises punctuation, accents and articles: "The Netherlands" is "netherlands". */
const plainName = (name: string): string =>
  normalizeText(name)
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|el|la|los|las|il|lo|gli|de|den|det|die|der|das|le|les) (?=.{3})/, '');

/** Adds the names of today's countries in each language; earlier entries win, so that no name changes its country. */
function namesIn(locales: readonly string[], codeByName: Map<string, string>): Map<string, string> {
  for (const locale of locales) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
    for (const code of [...COUNTRIES, 'XK']) {
      const name = names.of(code);
      if (name && !codeByName.has(plainName(name))) codeByName.set(plainName(name), code);
    }
  }
  return codeByName;
}

let ours: Map<string, string> | null = null;
let all: Map<string, string> | null = null;

function namesInAppLocales(): Map<string, string> {
  if (ours) return ours;
  const codeByName = new Map<string, string>();
  for (const [at, code] of COUNTRIES.entries()) {
    codeByName.set(code.toLowerCase(), code);
    codeByName.set((ALPHA_3[at] ?? code).toLowerCase(), code);
  }
  for (const [code, country] of Object.entries(OTHER_CODES)) codeByName.set(code, country);
  for (const [country, names] of Object.entries(COMMON_NAMES))
    for (const name of names) codeByName.set(plainName(name), country);
  ours = namesIn(LOCALES, codeByName);
  return ours;
}

function countryNamed(name: string): string | null {
  const plain = plainName(name);
  if (plain === '') return null;
  // "U.S.A." and "E E U U" are abbreviations.
  const joined = /^\p{L}(?: \p{L})+$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
  const found = namesInAppLocales().get(plain) ?? namesInAppLocales().get(joined);
  if (found) return found;
  if (/^\d{3}$/.test(plain)) return numbered(plain);
  all ??= namesIn(MORE_LOCALES, new Map(namesInAppLocales()));
  return all.get(plain) ?? null;
}

/** ISO 3166-1 numeric codes, which BCP 47 tags support as regions. */
function numbered(number: string): string | null {
  const { region } = new Intl.Locale(`und-${number}`);
  return region !== undefined && COUNTRIES.includes(region) ? region : null;
}

const FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}/u;
const FIRST_LETTER_OF_FLAGS = 0x1f1e6;

/** Returns the ISO 3166-1 alpha-2 code of a country by code or name; null if it is unknown. */
export function parseCountry(cell: string): string | null {
  if (cell.length > MAX_CELL_LENGTH) return null;
  const text = cell.trim();
  const flag = FLAG.exec(text)?.[0];
  if (flag) {
    const code = [...flag]
      .map((symbol) => String.fromCharCode(65 + symbol.codePointAt(0)! - FIRST_LETTER_OF_FLAGS))
      .join('');
    return countryNamed(code);
  }
  const exact = countryNamed(text);
  if (exact) return exact;
  // "Denmark (+45)", "Germany (DE)", "DE - Germany", "en-GB".
  const bare = text.replace(/\(?\+\d[\d\s-]*\)?/, '').trim();
  const match =
    /^([^()]+)\(([^()]+)\)$/.exec(bare) ??
    /^(\p{L}{2,3})\s*[-–:|/]\s*(.+)$/u.exec(bare) ??
    /^(\p{L}[^-_]*)[-_](\p{L}{2})$/u.exec(bare);
  if (!match) return bare === text ? null : countryNamed(bare);
  const [first, second] = [countryNamed(match[1] ?? ''), countryNamed(match[2] ?? '')];
  if (/^[a-z]{2}[-_][A-Z]{2}$/.test(bare)) return second;
  return first === second || second === null ? first : first === null ? second : null;
}
