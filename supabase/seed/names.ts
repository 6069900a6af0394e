/** Made-up guests of many countries. First and last names are drawn separately, so no real person is meant. */
import type { Random } from './random.ts';

type GuestLocale = 'en' | 'es' | 'da' | 'it';

export interface Nation {
  country: string;
  /** Locale that these guests choose most. */
  locale: GuestLocale;
  /** Dialling code, first digit of mobile numbers, and number of digits. */
  phone: readonly [code: string, first: string, digits: number];
  weight: number;
  first: readonly string[];
  last: readonly string[];
}

const words = (text: string) => text.split(' ').map((word) => word.replaceAll('_', ' '));
const nation = (
  country: string,
  locale: GuestLocale,
  phone: Nation['phone'],
  weight: number,
  first: string,
  last: string,
): Nation => ({ country, locale, phone, weight, first: words(first), last: words(last) });

export const NATIONS: readonly Nation[] = [
  nation(
    'DK',
    'da',
    ['+45', '2', 7],
    16,
    'Søren Mette Rasmus Åse Jørgen Kirsten Lærke Bjørn Signe Frederik Ida Magnus Pernille Troels',
    'Nielsen Sørensen Møller Ågård Kjær Thøgersen Bæk Højgaard Lund Skovgaard Ørsted Brøndum',
  ),
  nation(
    'DE',
    'en',
    ['+49', '15', 9],
    14,
    'Jürgen Käthe Björn Anja Günter Ute Lukas Friederike Götz Jörg Heike Matthias Änne Lena',
    'Müller Schröder Weiß Böhm Groß Krüger Lübke Schäfer Vogel Jäger Hübner Straßer',
  ),
  nation(
    'GB',
    'en',
    ['+44', '7', 9],
    12,
    'Oliver Isla Callum Niamh Alasdair Imogen Rhys Siân Hamish Eilidh Gareth Beatrice',
    'Whitaker O’Neill Llewellyn MacLeod Ashworth Pritchard Fairfax Hartley Brontë D’Arcy',
  ),
  nation(
    'US',
    'en',
    ['+1', '415', 7],
    12,
    'Ethan Madison José Latoya Tyler Grace Marcus Chloë Darnell Renée Caleb Naomi',
    'Anderson Washington Núñez Kowalski Brooks Jefferson-Hale Castillo Reed Sullivan Park',
  ),
  nation(
    'ES',
    'es',
    ['+34', '6', 8],
    12,
    'José Begoña Íñigo Lucía Andrés Ángela Joaquín Núria Rubén Marisol Óscar Inés',
    'García_Peña Muñoz Ibáñez Fernández_León Martínez Núñez Güell Rodríguez_Saiz Peña Etxebarria',
  ),
  nation(
    'IT',
    'it',
    ['+39', '3', 9],
    12,
    'Niccolò Giulia Raffaele Noemi Nicolò Ludovica Salvatore Beatrice Mattia Concetta Desirée Tommaso',
    'D’Amico Rossi Di_Stefano Cantù Esposito De_Luca Ricci Fabbri Pellegrini Nardò',
  ),
  nation(
    'FR',
    'en',
    ['+33', '6', 8],
    8,
    'François Chloé Élodie Benoît Agnès Jérôme Maëlle Loïc Zoé Hélène Théo Gaëlle',
    'Lefèvre Béranger Hénault D’Aubigné Garçon Rousseau Lacroix Noël Châtelain',
  ),
  nation(
    'PL',
    'en',
    ['+48', '5', 8],
    6,
    'Łukasz Małgorzata Paweł Żaneta Wojciech Agnieszka Michał Bożena Kacper Zofia',
    'Wiśniewski Dąbrowska Śliwa Łuczak Żak Wójcik Kamiński Pawłowska',
  ),
  nation(
    'SE',
    'en',
    ['+46', '7', 8],
    6,
    'Åsa Göran Malin Björn Linnéa Håkan Elin Östen Märta',
    'Lindström Åkesson Söderberg Öberg Nyström Björk Hägg',
  ),
  nation(
    'NL',
    'en',
    ['+31', '6', 8],
    6,
    'Daniël Sanne Joost Zoë Maarten Fenna Noé Lieke',
    'van_der_Meer de_Groot Visser Coëlho Jansen ’t_Hooft Kuipers',
  ),
  nation(
    'TR',
    'en',
    ['+90', '5', 9],
    4,
    'Ayşe Çağlar Gökhan Şule Ömer İpek Uğur Züleyha',
    'Yıldız Öztürk Şahin Güneş Çelik Doğan',
  ),
  nation(
    'CZ',
    'en',
    ['+420', '6', 8],
    3,
    'Jiří Tereza Ondřej Žofie Luboš Kateřina',
    'Dvořák Černý Růžičková Němec Šťastný',
  ),
  nation(
    'PT',
    'en',
    ['+351', '9', 8],
    4,
    'João Conceição Gonçalo Inês Simão Luísa',
    'Gonçalves Simões Brandão Araújo Magalhães',
  ),
  nation(
    'BR',
    'en',
    ['+55', '11', 9],
    4,
    'Antônio Larissa Thaís Caíque Letícia Renato',
    'Assunção Guimarães Vasconcelos Falcão',
  ),
  nation(
    'MX',
    'es',
    ['+52', '55', 8],
    4,
    'Ximena Ramón Guadalupe Héctor Itzel Jesús',
    'Hernández Zúñiga Güemes Ordóñez Ávila',
  ),
  nation(
    'AR',
    'es',
    ['+54', '9', 10],
    3,
    'Martín Agustina Nicolás Belén Julián Sofía',
    'Giménez Peralta Ibarra Núñez Agüero',
  ),
  nation(
    'JP',
    'en',
    ['+81', '90', 8],
    5,
    'Haruto Yui Sōta Aoi Kenji Sakura Yūko',
    'Tanaka Satō Kobayashi Itō Yamaguchi Ōno',
  ),
  nation('KR', 'en', ['+82', '10', 8], 4, 'Min-jun Seo-yeon Ji-hoon Ha-eun Do-yun', 'Kim Lee Park Choi Jeong Yoon'),
  nation('CN', 'en', ['+86', '13', 9], 5, 'Xiaoming Lì Wěi Yǔxuān Jing Hao', 'Wáng Zhang Lǚ Chen Huang Xu'),
  nation('VN', 'en', ['+84', '9', 8], 2, 'Minh Thảo Đức Hương Quân', 'Nguyễn Trần Phạm Đặng Lê'),
  nation(
    'IN',
    'en',
    ['+91', '98', 8],
    4,
    'Arjun Priya Rahul Ananya Vikram Meera',
    'Sharma Iyer Chatterjee Reddy Kapoor Nair',
  ),
  nation(
    'GR',
    'en',
    ['+30', '69', 8],
    2,
    'Giorgos Eleni Nikos Katerina Stavros',
    'Papadopoulos Ioannou Vassilakis Economou',
  ),
  nation('HU', 'en', ['+36', '30', 7], 2, 'László Zsófia Gergő Ágnes Dávid', 'Szabó Kovács Horváth Tóth Nagyné'),
  nation(
    'IS',
    'en',
    ['+354', '6', 6],
    2,
    'Þórdís Ægir Guðrún Björk Sigurður',
    'Jónsdóttir Þorsteinsson Sigurðardóttir Ægisson',
  ),
];

const FOLDED: Record<string, string> = { ø: 'o', æ: 'ae', å: 'aa', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/** Returns a name as written in an email address. */
export function inAscii(name: string): string {
  return name
    .toLowerCase()
    .replace(/[øæåßłđðþı]/g, (letter) => FOLDED[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z]+/g, (run) => (/[\s-]/.test(run) ? '.' : ''));
}

export interface Contact {
  nation: Nation;
  first: string;
  last: string;
  email: string | null;
  phone: string | null;
}

const NATION_WEIGHTS = NATIONS.map((each) => [each, each.weight] as const);

export function drawContact(random: Random): Contact {
  const nation = random.weighted(NATION_WEIGHTS);
  const first = random.pick(nation.first);
  const last = random.pick(nation.last);
  const [code, begin, digits] = nation.phone;
  return {
    nation,
    first,
    last,
    email: random.chance(0.94)
      ? `${inAscii(first)}.${inAscii(last)}${random.between(1, 99)}@example.${random.pick(['com', 'com', 'org'])}`
      : null,
    phone: random.chance(0.9) ? `${code}${begin}${random.digits(digits)}` : null,
  };
}
