/** Tours of the Copenhagen company. Prices in øre. */
import { HARBOUR_KAYAK } from './tour-harbour-kayak.ts';
import { HARBOUR_LIGHTS } from './tour-harbour-lights.ts';
import { EVERY_DAY, type DemoTour } from './tour-shape.ts';

const company = 'copenhagen';

export const OLD_TOWN: DemoTour = {
  company,
  slug: 'old-town-stories',
  minutes: 90,
  meetingPoint: [55.6761, 12.5693],
  languages: ['en', 'da'],
  capacity: 25,
  minimumGuests: 2,
  bookingCutOffMinutes: 30,
  cancellationCutOffHours: 24,
  colour: '#1f86b8',
  status: 'live',
  prices: { ADULT: 19500, STUDENT: 16500, YOUTH: 12500, CHILD: 7500, INFANT: 0, SENIOR: 16500 },
  schedules: [
    { time: '10:00', days: EVERY_DAY, language: 'en' },
    { time: '14:00', days: ['TU', 'TH', 'SA', 'SU'], language: 'da' },
  ],
  texts: {
    en: {
      title: 'Old town stories',
      summary: 'Nine hundred years of fires, kings and clever merchants in ninety minutes on foot.',
      description:
        'We begin where the fishing village began, and follow the lanes that survived two great fires and one bombardment. On the way you hear why the Round Tower has a ramp instead of stairs, who lost a fortune on a canal, and where Copenhageners still buy their rye bread. About two kilometres, at an easy pace.',
      meeting_point: 'City Hall Square, by the statue of the two lur players',
      meeting_notes: 'Look for the sea-green umbrella. Please be there five minutes early; we leave on time.',
    },
    es: {
      title: 'Historias del casco antiguo',
      summary: 'Novecientos años de incendios, reyes y comerciantes espabilados en hora y media a pie.',
      description:
        'Empezamos donde nació la aldea de pescadores y seguimos las callejuelas que sobrevivieron a dos grandes incendios y un bombardeo. Por el camino sabrás por qué la Torre Redonda tiene rampa en vez de escaleras, quién se arruinó por un canal y dónde compran hoy los daneses su pan de centeno. Unos dos kilómetros, sin prisa.',
      meeting_point: 'Plaza del Ayuntamiento, junto a la estatua de los dos trompeteros',
      meeting_notes: 'Busca el paraguas verde mar. Llega cinco minutos antes, por favor: salimos puntuales.',
    },
    da: {
      title: 'Historier fra den gamle by',
      summary: 'Ni hundrede år med brande, konger og snu købmænd på halvanden time til fods.',
      description:
        'Vi begynder, hvor fiskerlejet lå, og følger de gyder, der overlevede to store bybrande og et bombardement. Undervejs hører du, hvorfor Rundetårn har en sneglegang i stedet for trapper, hvem der satte en formue til på en kanal, og hvor københavnerne stadig køber rugbrød. Cirka to kilometer i roligt tempo.',
      meeting_point: 'Rådhuspladsen, ved Lurblæserne',
      meeting_notes: 'Kig efter den havgrønne paraply. Kom gerne fem minutter før – vi går til tiden.',
    },
    it: {
      title: 'Storie della città vecchia',
      summary: 'Novecento anni di incendi, re e mercanti astuti in novanta minuti a piedi.',
      description:
        'Partiamo da dove sorgeva il villaggio di pescatori e seguiamo i vicoli scampati a due grandi incendi e a un bombardamento. Lungo la strada scoprirai perché la Torre Rotonda ha una rampa al posto delle scale, chi si rovinò per un canale e dove i danesi comprano ancora il pane di segale. Circa due chilometri, con calma.',
      meeting_point: 'Piazza del Municipio, accanto alla statua dei due suonatori di lur',
      meeting_notes: 'Cerca l’ombrello verde mare. Arriva cinque minuti prima: partiamo in orario.',
    },
  },
};

export const COPENHAGEN_TOURS: readonly DemoTour[] = [
  OLD_TOWN,
  {
    company,
    slug: 'smorrebrod-and-schnapps',
    minutes: 180,
    meetingPoint: [55.6839, 12.5695],
    languages: ['en', 'es'],
    capacity: 14,
    minimumGuests: 4,
    bookingCutOffMinutes: 720,
    cancellationCutOffHours: 48,
    colour: '#9455cc',
    status: 'live',
    prices: { ADULT: 69500, YOUTH: 49500, CHILD: 29500 },
    schedules: [{ time: '11:30', days: ['TU', 'TH', 'FR', 'SA'], language: 'en' }],
    texts: {
      en: {
        title: 'Smørrebrød and schnapps',
        summary: 'Five stops from the market halls to a cellar where nobody under fifty used to dare go in.',
        description:
          'Herring three ways, a proper piece of smørrebrød with its rules, cheese that smells worse than it tastes, and two small glasses to go with it. You eat enough for lunch. Vegetarians are well looked after; tell us about allergies when you book.',
        meeting_point: 'Torvehallerne at Nørreport, between the two halls',
        meeting_notes: 'Come hungry. Tell the guide about allergies once more when you are checked in.',
      },
      es: {
        title: 'Smørrebrød y aguardiente',
        summary:
          'Cinco paradas, del mercado a una bodega en la que antes nadie menor de cincuenta se atrevía a entrar.',
        description:
          'Arenque de tres maneras, un smørrebrød como mandan las normas, un queso que huele peor de lo que sabe y dos chupitos para acompañar. Sales comido. Cuidamos bien a los vegetarianos; dinos tus alergias al reservar.',
        meeting_point: 'Torvehallerne, en Nørreport, entre los dos pabellones',
        meeting_notes: 'Ven con hambre. Recuérdale tus alergias al guía al hacer el check-in.',
      },
      da: {
        title: 'Smørrebrød og snaps',
        summary: 'Fem stop fra Torvehallerne til en kælder, hvor ingen under halvtreds før turde gå ind.',
        description:
          'Sild på tre måder, et ordentligt stykke smørrebrød med alle reglerne, en ost, der lugter værre, end den smager, og to små glas til. Du bliver mæt til frokost. Vi sørger godt for vegetarer; skriv om allergier, når du booker.',
        meeting_point: 'Torvehallerne ved Nørreport, mellem de to haller',
        meeting_notes: 'Kom sulten. Nævn allergier igen for guiden, når du bliver tjekket ind.',
      },
      it: {
        title: 'Smørrebrød e acquavite',
        summary:
          'Cinque tappe, dal mercato coperto a una cantina dove un tempo nessuno sotto i cinquanta osava entrare.',
        description:
          'Aringa in tre modi, uno smørrebrød con tutte le sue regole, un formaggio dall’odore peggiore del sapore e due bicchierini per accompagnare. Si mangia abbastanza per il pranzo. I vegetariani sono i benvenuti; segnala le allergie quando prenoti.',
        meeting_point: 'Torvehallerne a Nørreport, tra i due padiglioni',
        meeting_notes: 'Vieni con appetito. Ricorda le allergie alla guida al momento del check-in.',
      },
    },
  },
  {
    company,
    slug: 'christianshavn-canals',
    minutes: 120,
    meetingPoint: [55.6722, 12.5919],
    languages: ['en', 'it', 'es'],
    capacity: 20,
    minimumGuests: 2,
    bookingCutOffMinutes: 60,
    cancellationCutOffHours: 24,
    colour: '#2f6fd0',
    status: 'live',
    prices: { ADULT: 22500, YOUTH: 14500, CHILD: 9500, INFANT: 0, SENIOR: 19500 },
    schedules: [
      { time: '13:00', days: ['MO', 'WE', 'FR', 'SU'], language: 'en' },
      { time: '13:00', days: ['SA'], language: 'it' },
      { time: '16:00', days: ['SA'], language: 'es' },
    ],
    texts: {
      en: {
        title: 'Christianshavn and its canals',
        summary: 'Houseboats, a corkscrew spire and the quarter that has always done things its own way.',
        description:
          'A Dutch town built on Danish mud: we walk the canals, look into two courtyards that are usually closed, and climb as far up the rampart as you like. The last half hour is about the free town next door, told by people who grew up beside it.',
        meeting_point: 'Christianshavns Torv, by the Greenland monument',
        meeting_notes: 'The metro stops at the square. Cobbles all the way: comfortable shoes, please.',
      },
      es: {
        title: 'Christianshavn y sus canales',
        summary: 'Casas flotantes, una aguja en espiral y el barrio que siempre ha ido a su aire.',
        description:
          'Una ciudad holandesa sobre barro danés: paseamos junto a los canales, entramos en dos patios que suelen estar cerrados y subimos a la muralla hasta donde quieras. La última media hora trata de la ciudad libre de al lado, contada por quienes crecieron junto a ella.',
        meeting_point: 'Christianshavns Torv, junto al monumento de Groenlandia',
        meeting_notes: 'El metro para en la plaza. Todo es adoquín: trae calzado cómodo.',
      },
      da: {
        title: 'Christianshavn og kanalerne',
        summary: 'Husbåde, et snoet spir og kvarteret, der altid har gjort tingene på sin egen måde.',
        description:
          'En hollandsk by på dansk mudder: Vi går langs kanalerne, kigger ind i to gårde, der ellers er lukkede, og går så langt op på volden, du har lyst til. Den sidste halve time handler om fristaden ved siden af, fortalt af folk, der er vokset op lige i nærheden.',
        meeting_point: 'Christianshavns Torv, ved Grønlandsmonumentet',
        meeting_notes: 'Metroen stopper på torvet. Brosten hele vejen – tag gode sko på.',
      },
      it: {
        title: 'Christianshavn e i suoi canali',
        summary: 'Case galleggianti, una guglia a spirale e il quartiere che ha sempre fatto a modo suo.',
        description:
          'Una città olandese sul fango danese: camminiamo lungo i canali, entriamo in due cortili di solito chiusi e saliamo sul bastione fin dove vuoi. L’ultima mezz’ora è dedicata alla città libera accanto, raccontata da chi ci è cresciuto vicino.',
        meeting_point: 'Christianshavns Torv, vicino al monumento della Groenlandia',
        meeting_notes: 'La metropolitana ferma in piazza. Ciottoli ovunque: scarpe comode, mi raccomando.',
      },
    },
  },
  {
    company,
    slug: 'city-by-bike',
    minutes: 150,
    meetingPoint: [55.6733, 12.5681],
    languages: ['en', 'da'],
    capacity: 12,
    minimumGuests: 3,
    bookingCutOffMinutes: 120,
    cancellationCutOffHours: 24,
    colour: '#a94f9f',
    status: 'live',
    prices: { ADULT: 37500, YOUTH: 29500, STUDENT: 32500 },
    schedules: [
      { time: '09:30', days: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA'], language: 'en' },
      { time: '14:30', days: ['SA'], nth: 2, language: 'da' },
    ],
    texts: {
      en: {
        title: 'The city by bike',
        summary: 'Fourteen flat kilometres over five new bridges, the way people here go to work.',
        description:
          'Bike, helmet and rain poncho are included. We ride in the bike lanes with everybody else, so you should be steady on two wheels; the guide explains the hand signals first. The route goes along the inner harbour, through Vesterbro and over the roof of a power station.',
        meeting_point: 'Basement bike park at Central Station, Reventlowsgade exit',
        meeting_notes:
          'Minimum height 140 cm. Tell us your height when you are checked in and your bike will be ready.',
      },
      es: {
        title: 'La ciudad en bici',
        summary: 'Catorce kilómetros llanos y cinco puentes nuevos, como va la gente de aquí al trabajo.',
        description:
          'Bici, casco y chubasquero incluidos. Vamos por el carril bici con todo el mundo, así que conviene que montes con soltura; el guía explica antes las señales con la mano. La ruta recorre el puerto interior, Vesterbro y el tejado de una central eléctrica.',
        meeting_point: 'Aparcamiento de bicis de la Estación Central (sótano), salida a Reventlowsgade',
        meeting_notes: 'A partir de 140 cm de altura. Dinos cuánto mides al hacer el check-in y tendrás la bici lista.',
      },
      da: {
        title: 'Byen på cykel',
        summary: 'Fjorten flade kilometer over fem nye broer – ligesom når folk her cykler på arbejde.',
        description:
          'Cykel, hjelm og regnslag er med i prisen. Vi kører på cykelstien sammen med alle andre, så du skal føle dig sikker på to hjul; guiden viser tegnene først. Ruten går langs inderhavnen, gennem Vesterbro og op over taget på et kraftværk.',
        meeting_point: 'Cykelkælderen på Hovedbanegården, udgang mod Reventlowsgade',
        meeting_notes: 'Fra 140 cm. Sig din højde, når du bliver tjekket ind, så er cyklen klar.',
      },
      it: {
        title: 'La città in bici',
        summary: 'Quattordici chilometri in piano e cinque ponti nuovi, come chi qui va al lavoro.',
        description:
          'Bici, casco e mantella inclusi. Si pedala sulla ciclabile con tutti gli altri, quindi serve un po’ di sicurezza; prima la guida spiega i segnali con la mano. Il percorso segue il porto interno, attraversa Vesterbro e sale sul tetto di una centrale elettrica.',
        meeting_point: 'Deposito bici della Stazione Centrale, uscita Reventlowsgade',
        meeting_notes: 'Da 140 cm di altezza. Di’ la tua altezza al check-in e la bici sarà pronta.',
      },
    },
  },
  HARBOUR_LIGHTS,
  HARBOUR_KAYAK,
];
