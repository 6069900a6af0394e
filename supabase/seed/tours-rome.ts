/** Tours of the Rome company. Prices in cents. */
import { EVERY_DAY, type DemoTour } from './tour-shape.ts';

const company = 'rome';

export const ROME_TOURS: readonly DemoTour[] = [
  {
    company,
    slug: 'forum-at-opening',
    minutes: 150,
    meetingPoint: [41.8925, 12.4853],
    languages: ['en', 'it', 'es'],
    capacity: 18,
    minimumGuests: 2,
    bookingCutOffMinutes: 720,
    cancellationCutOffHours: 48,
    colour: '#a94f9f',
    status: 'live',
    prices: { ADULT: 5900, YOUTH: 4500, CHILD: 2900, INFANT: 0, SENIOR: 5200 },
    schedules: [
      { time: '08:45', days: EVERY_DAY, language: 'en' },
      { time: '11:30', days: ['SA', 'SU'], language: 'it' },
    ],
    texts: {
      en: {
        title: 'The Forum at opening time',
        summary: 'In before the crowds, while the stones are still cool and the guide need not shout.',
        description:
          'Tickets are included and we are among the first through the gate. You walk the Sacred Way from the Arch of Titus to the Senate house, with an archaeologist who has dug here and who tells you plainly what is known and what is guessed. We finish at the best view of the Palatine.',
        meeting_point: 'Arch of Titus side entrance, Via Sacra, by the drinking fountain',
        meeting_notes:
          'Bring an identity document: you will be asked for it at the gate. No large bags, no glass bottles.',
      },
      es: {
        title: 'El Foro a primera hora',
        summary: 'Dentro antes que nadie, con las piedras aún frescas y sin que el guía tenga que gritar.',
        description:
          'Las entradas están incluidas y somos de los primeros en cruzar la puerta. Recorres la Vía Sacra, del arco de Tito a la Curia, con una arqueóloga que ha excavado aquí y te dice con claridad qué se sabe y qué se supone. Acabamos en la mejor vista del Palatino.',
        meeting_point: 'Entrada del arco de Tito, Via Sacra, junto a la fuente',
        meeting_notes:
          'Trae un documento de identidad: lo piden en la puerta. Sin bolsas grandes ni botellas de vidrio.',
      },
      da: {
        title: 'Forum Romanum ved åbningstid',
        summary: 'Inde før alle andre, mens stenene endnu er kølige, og guiden ikke behøver at råbe.',
        description:
          'Billetterne er med i prisen, og vi er blandt de første gennem porten. Du går ad Via Sacra fra Titusbuen til senatet sammen med en arkæolog, der selv har gravet her, og som siger lige ud, hvad man ved, og hvad man gætter på. Vi slutter ved den bedste udsigt til Palatin.',
        meeting_point: 'Indgangen ved Titusbuen, Via Sacra, ved drikkevandsfontænen',
        meeting_notes:
          'Tag legitimation med – du bliver bedt om den ved indgangen. Ingen store tasker eller glasflasker.',
      },
      it: {
        title: 'Il Foro all’apertura',
        summary: 'Dentro prima della folla, con le pietre ancora fresche e la guida che non deve gridare.',
        description:
          'I biglietti sono inclusi e siamo tra i primi a varcare il cancello. Percorri la Via Sacra dall’Arco di Tito alla Curia con un’archeologa che qui ha scavato e che dice chiaramente che cosa si sa e che cosa si immagina. Si finisce davanti alla vista più bella sul Palatino.',
        meeting_point: 'Ingresso dell’Arco di Tito, Via Sacra, accanto al nasone',
        meeting_notes: 'Porta un documento: al cancello lo chiedono. Niente borse grandi né bottiglie di vetro.',
      },
    },
  },
  {
    company,
    slug: 'trastevere-by-night',
    minutes: 120,
    meetingPoint: [41.8895, 12.4695],
    languages: ['en', 'it'],
    capacity: 16,
    minimumGuests: 3,
    bookingCutOffMinutes: 120,
    cancellationCutOffHours: 24,
    colour: '#6a62d6',
    status: 'live',
    prices: { ADULT: 3900, YOUTH: 2900, CHILD: 1500, STUDENT: 3300 },
    schedules: [{ time: '19:00', days: ['WE', 'TH', 'FR', 'SA'], language: 'en' }],
    texts: {
      en: {
        title: 'Trastevere by night',
        summary: 'Washing lines, gold mosaics and a glass of wine at the end of the alley.',
        description:
          'When the day visitors have gone, the quarter belongs to those who live here. We sit for ten minutes under the mosaics of Santa Maria, hear why the fountain was moved twice, and finish with a glass in a bar without a sign. Flat, slow, two kilometres.',
        meeting_point: 'Piazza Trilussa, on the steps of the fountain',
        meeting_notes: 'The square is busy in the evening: look for the guide with the red lantern.',
      },
      es: {
        title: 'El Trastévere de noche',
        summary: 'Ropa tendida, mosaicos de oro y una copa de vino al final del callejón.',
        description:
          'Cuando se van los visitantes del día, el barrio es de quienes viven en él. Nos sentamos diez minutos bajo los mosaicos de Santa María, contamos por qué movieron dos veces la fuente y terminamos con una copa en un bar sin rótulo. Llano, tranquilo, dos kilómetros.',
        meeting_point: 'Piazza Trilussa, en las escaleras de la fuente',
        meeting_notes: 'Al anochecer la plaza se llena: busca al guía con el farol rojo.',
      },
      da: {
        title: 'Trastevere efter mørkets frembrud',
        summary: 'Tøjsnore, guldmosaikker og et glas vin for enden af gyden.',
        description:
          'Når dagens gæster er gået, hører kvarteret til dem, der bor her. Vi sidder ti minutter under mosaikkerne i Santa Maria, hører, hvorfor fontænen blev flyttet to gange, og slutter med et glas på en bar uden skilt. Fladt, roligt, to kilometer.',
        meeting_point: 'Piazza Trilussa, på trappen ved fontænen',
        meeting_notes: 'Der er mange på pladsen om aftenen – kig efter guiden med den røde lanterne.',
      },
      it: {
        title: 'Trastevere di sera',
        summary: 'Panni stesi, mosaici d’oro e un bicchiere di vino in fondo al vicolo.',
        description:
          'Quando i visitatori se ne vanno, il rione torna a chi ci abita. Ci sediamo dieci minuti sotto i mosaici di Santa Maria, raccontiamo perché la fontana fu spostata due volte e finiamo con un bicchiere in un bar senza insegna. In piano, con calma, due chilometri.',
        meeting_point: 'Piazza Trilussa, sui gradini della fontana',
        meeting_notes: 'La sera la piazza è affollata: cerca la guida con la lanterna rossa.',
      },
    },
  },
  {
    company,
    slug: 'appian-way-by-e-bike',
    minutes: 210,
    meetingPoint: [41.8734, 12.5013],
    languages: ['en', 'it'],
    capacity: 10,
    minimumGuests: 2,
    bookingCutOffMinutes: 720,
    cancellationCutOffHours: 48,
    colour: '#1f86b8',
    status: 'live',
    prices: { ADULT: 7900, YOUTH: 6500, STUDENT: 6900 },
    schedules: [{ time: '09:30', days: ['TU', 'TH', 'SA', 'SU'], language: 'en' }],
    texts: {
      en: {
        title: 'The Appian Way by e-bike',
        summary: 'Out of the gate and into the country on the road that led to the sea.',
        description:
          'E-bikes with fat tyres, because the paving stones are the original ones. Aqueducts, sheep, a round tomb as large as a castle, and a stop for ricotta at a farm. Twenty kilometres, mostly flat, with plenty of breaks.',
        meeting_point: 'Porta San Sebastiano, in front of the Museum of the Walls',
        meeting_notes: 'Closed shoes and sun protection. Minimum height 150 cm.',
      },
      es: {
        title: 'La Vía Apia en bici eléctrica',
        summary: 'Salir por la puerta y entrar en el campo por el camino que llevaba al mar.',
        description:
          'Bicis eléctricas de rueda ancha, porque el empedrado es el original. Acueductos, ovejas, una tumba redonda grande como un castillo y una parada para probar ricotta en una granja. Veinte kilómetros, casi llanos y con muchas pausas.',
        meeting_point: 'Porta San Sebastiano, delante del Museo de las Murallas',
        meeting_notes: 'Calzado cerrado y algo para el sol. A partir de 150 cm de altura.',
      },
      da: {
        title: 'Via Appia på elcykel',
        summary: 'Ud ad porten og ud på landet ad vejen, der førte til havet.',
        description:
          'Elcykler med brede dæk, for brostenene er de oprindelige. Akvædukter, får, en rund grav på størrelse med en borg og et stop med ricotta på en gård. Tyve kilometer, mest fladt, med masser af pauser.',
        meeting_point: 'Porta San Sebastiano, foran Murmuseet',
        meeting_notes: 'Lukkede sko og noget mod solen. Fra 150 cm.',
      },
      it: {
        title: 'L’Appia Antica in e-bike',
        summary: 'Fuori dalla porta e dentro la campagna, lungo la strada che portava al mare.',
        description:
          'E-bike con gomme larghe, perché i basoli sono quelli di allora. Acquedotti, pecore, un sepolcro rotondo grande come un castello e una sosta per la ricotta in una fattoria. Venti chilometri, quasi tutti in piano, con tante pause.',
        meeting_point: 'Porta San Sebastiano, davanti al Museo delle Mura',
        meeting_notes: 'Scarpe chiuse e qualcosa per il sole. Da 150 cm di altezza.',
      },
    },
  },
  {
    company,
    slug: 'pasta-in-testaccio',
    minutes: 180,
    meetingPoint: [41.8768, 12.4752],
    languages: ['en', 'it', 'da'],
    capacity: 12,
    minimumGuests: 4,
    bookingCutOffMinutes: 1440,
    cancellationCutOffHours: 72,
    colour: '#9455cc',
    status: 'live',
    prices: { ADULT: 8900, YOUTH: 6900, CHILD: 4500 },
    schedules: [{ time: '17:30', days: ['MO', 'WE', 'FR'], language: 'en' }],
    texts: {
      en: {
        title: 'Pasta in Testaccio',
        summary: 'Shop at the market, roll it by hand, eat it with the people who made it with you.',
        description:
          'First the market, where the cook explains why she walks past three stalls before she buys. Then two shapes of pasta and two sauces in her kitchen, with everybody’s hands in the flour. Wine and coffee are included, and so is the recipe in your language.',
        meeting_point: 'Testaccio market, entrance Via Beniamino Franklin',
        meeting_notes: 'Tell us about allergies before you come; eggs and flour are everywhere.',
      },
      es: {
        title: 'Pasta en Testaccio',
        summary: 'Comprar en el mercado, amasar a mano y comer la pasta con quienes la han hecho contigo.',
        description:
          'Primero el mercado, donde la cocinera explica por qué pasa de largo tres puestos antes de comprar. Después, dos formas de pasta y dos salsas en su cocina, con las manos de todos en la harina. Vino y café incluidos, y también la receta en tu idioma.',
        meeting_point: 'Mercado de Testaccio, entrada por Via Beniamino Franklin',
        meeting_notes: 'Avísanos de las alergias antes de venir: hay huevo y harina por todas partes.',
      },
      da: {
        title: 'Pasta i Testaccio',
        summary: 'Køb ind på markedet, rul pastaen i hånden, og spis den sammen med dem, der lavede den med dig.',
        description:
          'Først markedet, hvor kokken forklarer, hvorfor hun går forbi tre boder, før hun køber. Så to slags pasta og to saucer i hendes køkken, med alles hænder i melet. Vin og kaffe er med – og opskriften på dit sprog.',
        meeting_point: 'Markedet i Testaccio, indgang fra Via Beniamino Franklin',
        meeting_notes: 'Fortæl om allergier, før du kommer; der er æg og mel overalt.',
      },
      it: {
        title: 'Pasta a Testaccio',
        summary: 'La spesa al mercato, la sfoglia a mano e la tavola con chi l’ha fatta insieme a te.',
        description:
          'Prima il mercato, dove la cuoca spiega perché passa davanti a tre banchi prima di comprare. Poi due formati di pasta e due sughi nella sua cucina, con le mani di tutti nella farina. Vino e caffè sono inclusi, e anche la ricetta nella tua lingua.',
        meeting_point: 'Mercato di Testaccio, ingresso di Via Beniamino Franklin',
        meeting_notes: 'Segnala le allergie prima di venire: uova e farina sono dappertutto.',
      },
    },
  },
];
