/** The Copenhagen company's evening tour with hundreds of guests. Prices in øre. */
import type { DemoTour } from './tour-shape.ts';

export const HARBOUR_LIGHTS: DemoTour = {
  company: 'copenhagen',
  slug: 'harbour-light-walk',
  minutes: 75,
  meetingPoint: [55.6796, 12.5912],
  languages: ['en', 'da', 'es', 'it'],
  capacity: 60,
  minimumGuests: 6,
  bookingCutOffMinutes: 60,
  cancellationCutOffHours: 24,
  colour: '#6a62d6',
  status: 'live',
  prices: { ADULT: 14500, YOUTH: 9500, CHILD: 5000, INFANT: 0 },
  schedules: [{ time: '20:00', days: ['FR', 'SA'], language: 'en' }],
  texts: {
    en: {
      title: 'Harbour light walk',
      summary: 'Lanterns in hand along the quays, when the city is reflected twice.',
      description:
        'Everybody gets a lantern, and together we walk from Nyhavn past the Playhouse to the old naval dockyard, where light artists work each winter. Our guides tell of smugglers, ferry captains and the night the harbour froze. On festival evenings several hundred people walk in groups, each with a guide of its own.',
      meeting_point: 'Nyhavn, by the Memorial Anchor',
      meeting_notes:
        'Have your code ready before you join the queue; lanterns are handed out after check-in. Dress warmly: there is a wind off the water.',
    },
    es: {
      title: 'Paseo de luces por el puerto',
      summary: 'Con un farol en la mano por los muelles, cuando la ciudad se refleja dos veces.',
      description:
        'Cada persona recibe un farol y juntos caminamos desde Nyhavn, pasando por el teatro Skuespilhuset, hasta el antiguo astillero de la marina, donde cada invierno trabajan artistas de la luz. Nuestros guías cuentan historias de contrabandistas, de capitanes de ferri y de la noche en que se heló el puerto. En las noches de festival caminan varios cientos de personas en grupos, cada uno con su guía.',
      meeting_point: 'Nyhavn, junto al Ancla Conmemorativa',
      meeting_notes:
        'Ten el código a mano antes de llegar a la cola; los faroles se reparten después del check-in. Abrígate: el viento viene del agua.',
    },
    da: {
      title: 'Lysvandring langs havnen',
      summary: 'Med lanterne i hånden langs kajerne, når byen spejler sig to gange.',
      description:
        'Alle får en lanterne, og sammen går vi fra Nyhavn forbi Skuespilhuset til Holmen, hvor lyskunstnere arbejder hver vinter. Vores guider fortæller om smuglere, færgekaptajner og natten, da havnen frøs til. På festivalaftener går flere hundrede mennesker i grupper, hver med sin egen guide.',
      meeting_point: 'Nyhavn, ved Mindeankeret',
      meeting_notes:
        'Hav koden klar, før du kommer til køen; lanterner deles ud efter indtjekning. Klæd dig varmt på – det blæser fra vandet.',
    },
    it: {
      title: 'Passeggiata delle luci al porto',
      summary: 'Con una lanterna in mano lungo le banchine, quando la città si specchia due volte.',
      description:
        'Ognuno riceve una lanterna e insieme camminiamo da Nyhavn, passando davanti al teatro Skuespilhuset, fino al vecchio cantiere della marina, dove ogni inverno lavorano artisti della luce. Raccontiamo di contrabbandieri, capitani di traghetto e della notte in cui il porto gelò. Nelle sere di festival camminano diverse centinaia di persone in gruppi, ognuno con la propria guida.',
      meeting_point: 'Nyhavn, vicino all’Ancora commemorativa',
      meeting_notes:
        'Tieni pronto il codice prima della fila; le lanterne si consegnano dopo il check-in. Copriti bene: il vento arriva dall’acqua.',
    },
  },
};
