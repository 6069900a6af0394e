/** Realistic booking notes of guests and the office. */
export const NOTES: Record<'en' | 'es' | 'da' | 'it', readonly string[]> = {
  en: [
    'One of us uses a wheelchair, can we avoid the steps?',
    'My son is allergic to nuts.',
    'We arrive by train at 9:40, may be five minutes late.',
    'It is my mother’s 70th birthday!',
    'Two vegetarians, one without gluten.',
    'We bring a baby in a pram.',
    'Hard of hearing – would like to stand near the guide.',
    'Travelling with a small dog, is that all right?',
    'Please call me when you are there, I do not find the place easily.',
    'Invoice to the company, see the email.',
    'Third time with you, looking forward to it.',
    'Pregnant, needs a pause now and then.',
  ],
  es: [
    'Mi padre va en silla de ruedas.',
    'Alergia a los frutos secos (niño de 6 años).',
    'Llegamos directos del aeropuerto con maletas.',
    'Celíaca, por favor avisad en el bar.',
    '¿Podemos ir con carrito de bebé?',
    'Es una sorpresa de aniversario, no digáis el precio.',
  ],
  da: [
    'Min mor går med rollator.',
    'Nøddeallergi – meget vigtigt.',
    'Vi er et firmahold, faktura sendes til kontoret.',
    'Har barnevogn med.',
    'Kommer måske fem minutter for sent fra toget.',
    'Fejrer sølvbryllup i dag!',
  ],
  it: [
    'Mia nonna è in sedia a rotelle.',
    'Allergia alle arachidi, grazie.',
    'Viaggiamo con un passeggino.',
    'Arriviamo dalla stazione, forse in ritardo di cinque minuti.',
    'Una persona celiaca.',
    'È il compleanno di mia figlia: compie 10 anni!',
  ],
};

export const OFFICE_NOTES: readonly string[] = [
  'Phoned: wants to pay in cash on arrival.',
  'School class, two teachers go free of charge.',
  'Moved here from last week because of the rain.',
  'Regular customer of the hotel, be nice.',
  'Group leader has a list of names on paper.',
];
