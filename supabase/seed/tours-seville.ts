/** Tours of the Seville company. Prices in cents. */
import { EVERY_DAY, type DemoTour } from './tour-shape.ts';

const company = 'seville';

export const SEVILLE_TOURS: readonly DemoTour[] = [
  {
    company,
    slug: 'alcazar-and-santa-cruz',
    minutes: 135,
    meetingPoint: [37.3861, -5.9926],
    languages: ['es', 'en', 'it'],
    capacity: 20,
    minimumGuests: 2,
    bookingCutOffMinutes: 240,
    cancellationCutOffHours: 48,
    colour: '#2f6fd0',
    status: 'live',
    prices: { ADULT: 3900, YOUTH: 2500, CHILD: 1500, INFANT: 0, SENIOR: 3400 },
    schedules: [
      { time: '10:15', days: EVERY_DAY, language: 'es' },
      { time: '12:45', days: ['TU', 'TH', 'SA'], language: 'en' },
    ],
    texts: {
      en: {
        title: 'Alcázar and Santa Cruz',
        summary: 'A palace that is still lived in, and the lanes that shade made.',
        description:
          'Your ticket is included and we go in by the group entrance. After the courtyards we sit down once, in the garden, and talk about those who built and those who were driven out. The walk ends in the smallest square of the quarter, where the orange trees grow.',
        meeting_point: 'Plaza del Triunfo, by the column in the middle',
        meeting_notes: 'Bring an identity document for the palace. In summer: water and a hat.',
      },
      es: {
        title: 'El Alcázar y Santa Cruz',
        summary: 'Un palacio que sigue habitado y las callejuelas que trazó la sombra.',
        description:
          'La entrada está incluida y pasamos por el acceso de grupos. Tras los patios nos sentamos una vez, en el jardín, y hablamos de quienes construyeron y de quienes fueron expulsados. El paseo acaba en la plaza más pequeña del barrio, la de los naranjos.',
        meeting_point: 'Plaza del Triunfo, junto a la columna del centro',
        meeting_notes: 'Trae el DNI o pasaporte para el palacio. En verano, agua y sombrero.',
      },
      da: {
        title: 'Alcázar og Santa Cruz',
        summary: 'Et palads, der stadig er beboet, og gyderne, som skyggen tegnede.',
        description:
          'Billetten er med i prisen, og vi går ind ad gruppeindgangen. Efter gårdene sætter vi os i haven og taler om dem, der byggede, og dem, der blev fordrevet. Turen slutter på kvarterets mindste plads, hvor appelsintræerne står.',
        meeting_point: 'Plaza del Triunfo, ved søjlen i midten',
        meeting_notes: 'Tag legitimation med til paladset. Om sommeren: vand og hat.',
      },
      it: {
        title: 'L’Alcázar e Santa Cruz',
        summary: 'Un palazzo ancora abitato e i vicoli disegnati dall’ombra.',
        description:
          'Il biglietto è incluso ed entriamo dall’ingresso gruppi. Dopo i cortili ci sediamo una volta, in giardino, e parliamo di chi costruì e di chi fu cacciato. La passeggiata finisce nella piazza più piccola del quartiere, quella degli aranci.',
        meeting_point: 'Plaza del Triunfo, vicino alla colonna al centro',
        meeting_notes: 'Porta un documento per il palazzo. D’estate: acqua e cappello.',
      },
    },
  },
  {
    company,
    slug: 'triana-flamenco-evening',
    minutes: 120,
    meetingPoint: [37.3853, -6.0033],
    languages: ['es', 'en'],
    capacity: 24,
    minimumGuests: 4,
    bookingCutOffMinutes: 180,
    cancellationCutOffHours: 24,
    colour: '#a94f9f',
    status: 'live',
    prices: { ADULT: 4500, YOUTH: 3500, STUDENT: 3900 },
    schedules: [{ time: '19:30', days: ['TH', 'FR', 'SA'], language: 'es' }],
    texts: {
      en: {
        title: 'A flamenco evening in Triana',
        summary: 'Across the bridge to the quarter of potters and singers, and into a yard where it still happens.',
        description:
          'We walk past the kilns and the market, hear who sang here and why the songs are so short, and then sit in a neighbours’ courtyard with eight rows of chairs. No microphones, no dinner, forty minutes of flamenco two metres away from you.',
        meeting_point: 'Plaza del Altozano, by the statue at the bridge',
        meeting_notes:
          'Please keep phones in your pocket during the singing. The courtyard has three steps; tell us if that is difficult.',
      },
      es: {
        title: 'Noche flamenca en Triana',
        summary: 'Cruzar el puente al barrio de alfareros y cantaores, hasta un patio donde el flamenco aún se vive.',
        description:
          'Pasamos por los hornos y el mercado, contamos quién cantó aquí y por qué las letras son tan cortas, y nos sentamos en un corral de vecinos con ocho filas de sillas. Sin micrófonos, sin cena: cuarenta minutos de flamenco a dos metros de ti.',
        meeting_point: 'Plaza del Altozano, junto a la estatua del puente',
        meeting_notes:
          'Durante el cante, los móviles se quedan en el bolsillo. El patio tiene tres escalones; dinos si te resulta difícil.',
      },
      da: {
        title: 'En flamencoaften i Triana',
        summary: 'Over broen til pottemagernes og sangernes kvarter og ind i en gård, hvor det stadig sker.',
        description:
          'Vi går forbi ovnene og markedet, hører, hvem der sang her, og hvorfor sangene er så korte, og sætter os så i en fælles baggård med otte rækker stole. Ingen mikrofoner, ingen middag – fyrre minutters flamenco to meter fra dig.',
        meeting_point: 'Plaza del Altozano, ved statuen ved broen',
        meeting_notes: 'Telefonen bliver i lommen under sangen. Gården har tre trin; sig til, hvis det er svært.',
      },
      it: {
        title: 'Una sera di flamenco a Triana',
        summary: 'Oltre il ponte, nel quartiere dei vasai e dei cantaores, fino a un cortile dove accade ancora.',
        description:
          'Passiamo davanti alle fornaci e al mercato, raccontiamo chi cantò qui e perché i testi sono così brevi, e ci sediamo in un cortile condiviso dai vicini, con otto file di sedie. Niente microfoni, niente cena: quaranta minuti di flamenco a due metri da te.',
        meeting_point: 'Plaza del Altozano, vicino alla statua all’inizio del ponte',
        meeting_notes:
          'Durante il canto i telefoni restano in tasca. Il cortile ha tre gradini: dicci se è un problema.',
      },
    },
  },
  {
    company,
    slug: 'tapas-where-we-eat',
    minutes: 165,
    meetingPoint: [37.3942, -5.9895],
    languages: ['es', 'en', 'da'],
    capacity: 12,
    minimumGuests: 4,
    bookingCutOffMinutes: 300,
    cancellationCutOffHours: 24,
    colour: '#1f86b8',
    status: 'paused',
    prices: { ADULT: 6500, YOUTH: 4500, CHILD: 2500 },
    schedules: [{ time: '13:00', days: ['WE', 'FR', 'SU'], language: 'en' }],
    texts: {
      en: {
        title: 'Tapas where we eat ourselves',
        summary: 'Four bars, one of them without a name, and how to order without being laughed at.',
        description:
          'Spinach with chickpeas, fried fish in a paper cone, a montadito that has a patron saint, and sherry from the barrel. You learn to stand at the bar properly and to say no at the right moment. Enough for a meal; children get smaller plates and juice.',
        meeting_point: 'Plaza de la Encarnación, under the western parasol',
        meeting_notes: 'Allergies and no-gos: tell the guide when you are checked in; the bars are prepared.',
      },
      es: {
        title: 'Tapas donde comemos nosotros',
        summary: 'Cuatro bares, uno de ellos sin nombre, y cómo pedir sin que se rían de ti.',
        description:
          'Espinacas con garbanzos, pescaíto en cartucho, un montadito con patrón propio y vino de bota. Aprendes a estar en la barra como se debe y a decir que no en el momento justo. Da para una comida; los niños tienen raciones pequeñas y zumo.',
        meeting_point: 'Plaza de la Encarnación, bajo la seta de poniente',
        meeting_notes: 'Alergias y manías: díselas al guía al hacer el check-in, los bares están avisados.',
      },
      da: {
        title: 'Tapas, hvor vi selv spiser',
        summary: 'Fire barer, en af dem uden navn, og hvordan man bestiller uden at blive til grin.',
        description:
          'Spinat med kikærter, stegt fisk i kræmmerhus, en montadito med egen skytshelgen og sherry fra fad. Du lærer at stå rigtigt ved baren og at sige nej på det rette tidspunkt. Nok til et måltid; børn får mindre portioner og juice.',
        meeting_point: 'Plaza de la Encarnación, under den vestlige parasol',
        meeting_notes: 'Allergier og ting, du ikke spiser: sig det til guiden ved indtjekning, så ved barerne besked.',
      },
      it: {
        title: 'Tapas dove mangiamo noi',
        summary: 'Quattro bar, uno senza nome, e come ordinare senza farsi ridere dietro.',
        description:
          'Spinaci con ceci, pesce fritto nel cartoccio, un montadito con il suo santo patrono e vino dalla botte. Impari a stare al banco come si deve e a dire di no al momento giusto. Basta per un pasto; per i bambini porzioni piccole e succo.',
        meeting_point: 'Plaza de la Encarnación, sotto il fungo ovest delle Setas',
        meeting_notes: 'Allergie e cose che non mangi: dille alla guida al check-in, i bar lo sanno già.',
      },
    },
  },
  {
    company,
    slug: 'guadalquivir-at-dusk',
    minutes: 90,
    meetingPoint: [37.3824, -5.9963],
    languages: ['es', 'en'],
    capacity: 12,
    minimumGuests: 2,
    bookingCutOffMinutes: 120,
    cancellationCutOffHours: 24,
    colour: '#c2541b',
    // A draft: some texts in one language only, no schedule yet.
    status: 'draft',
    prices: { ADULT: 3500, CHILD: 1500 },
    schedules: [],
    texts: {
      es: {
        title: 'El Guadalquivir al atardecer',
        summary: 'Por la orilla, cuando el río se pone de oro y los remeros vuelven a casa.',
        description:
          'De la Torre del Oro al puente de Triana por el muelle, con las historias de los barcos que volvían de Indias y de los que no volvieron. Acabamos con un refresco en la terraza de un club de remo.',
        meeting_point: 'Torre del Oro, junto a la puerta',
        meeting_notes: '',
      },
      en: {
        title: 'The Guadalquivir at dusk',
        summary: '',
        description: '',
        meeting_point: 'Torre del Oro, by the door',
        meeting_notes: '',
      },
    },
  },
];
