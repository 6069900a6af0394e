/** An archived tour of the Copenhagen company, whose bookings and figures remain. Prices in øre. */
import type { DemoTour } from './tour-shape.ts';

export const HARBOUR_KAYAK: DemoTour = {
  company: 'copenhagen',
  slug: 'harbour-by-kayak',
  minutes: 120,
  meetingPoint: [55.6717, 12.5785],
  languages: ['en', 'da'],
  capacity: 10,
  minimumGuests: 2,
  bookingCutOffMinutes: 180,
  cancellationCutOffHours: 48,
  colour: '#1a8a8a',
  status: 'archived',
  prices: { ADULT: 42500, YOUTH: 32500 },
  schedules: [{ time: '11:00', days: ['SA', 'SU'], language: 'en' }],
  texts: {
    en: {
      title: 'The harbour by kayak',
      summary: 'Two hours at the height of the ducks, from Islands Brygge to the Opera.',
      description:
        'Stable double kayaks, a short lesson on land, and then along the quays where nobody else gets so close. We paddle slowly, keep clear of the ferries and rest under a bridge. You should be able to swim two hundred metres.',
      meeting_point: 'Islands Brygge, the boathouse beside the harbour bath',
      meeting_notes: 'Bring a towel and dry clothes. There are lockers for bags.',
    },
    es: {
      title: 'El puerto en kayak',
      summary: 'Dos horas a la altura de los patos, de Islands Brygge a la Ópera.',
      description:
        'Kayaks dobles y estables, una breve clase en tierra y luego a lo largo de los muelles, donde nadie más llega tan cerca. Remamos despacio, lejos de los ferris, y descansamos bajo un puente. Hay que saber nadar doscientos metros.',
      meeting_point: 'Islands Brygge, el cobertizo de botes junto a los baños del puerto',
      meeting_notes: 'Trae toalla y ropa seca. Hay taquillas para las bolsas.',
    },
    da: {
      title: 'Havnen i kajak',
      summary: 'To timer i øjenhøjde med ænderne, fra Islands Brygge til Operaen.',
      description:
        'Stabile dobbeltkajakker, en kort lektion på land, og så langs kajerne, hvor ingen andre kommer så tæt på. Vi padler roligt, holder os fri af færgerne og hviler under en bro. Du skal kunne svømme to hundrede meter.',
      meeting_point: 'Islands Brygge, bådehuset ved siden af havnebadet',
      meeting_notes: 'Tag håndklæde og tørt tøj med. Der er skabe til tasker.',
    },
    it: {
      title: 'Il porto in kayak',
      summary: 'Due ore all’altezza delle anatre, da Islands Brygge all’Opera.',
      description:
        'Kayak doppi e stabili, una breve lezione a terra e poi lungo le banchine, dove nessun altro arriva così vicino. Si pagaia piano, lontano dai traghetti, con una sosta sotto un ponte. Bisogna saper nuotare per duecento metri.',
      meeting_point: 'Islands Brygge, la rimessa delle barche accanto ai bagni del porto',
      meeting_notes: 'Porta un asciugamano e vestiti asciutti. Ci sono armadietti per le borse.',
    },
  },
};
