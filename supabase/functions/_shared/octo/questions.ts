/**
 * The capability octo/questions: what guests are asked who book here, beside who they are. Nothing is kept for it: each answer is the field that a
 * booking has for it, so that it stands in `contact` and `notes` as well.
 */
import da from '../../../../locales/mail/da.json' with { type: 'json' };
import en from '../../../../locales/mail/en.json' with { type: 'json' };
import es from '../../../../locales/mail/es.json' with { type: 'json' };
import it from '../../../../locales/mail/it.json' with { type: 'json' };

const WORDS: Record<string, Record<string, string>> = { da, en, es, it };

const INPUTS = { name: 'text', phone: 'tel', note: 'textarea' } as const;
export type QuestionId = keyof typeof INPUTS;
/** Once of a booking, and of each unit item. */
export const OF_BOOKING = ['phone', 'note'] as const satisfies QuestionId[];
export const OF_UNIT_ITEM = ['name'] as const satisfies QuestionId[];

function questionOf(id: QuestionId, language: string) {
  const words = WORDS[language] ?? en;
  return {
    id,
    label: words[`octo.question.${id}`] ?? id,
    description: words[`octo.question.${id}.about`] ?? null,
    // A tour that asks for names is not sold without; the rest nobody must say.
    required: id === 'name',
    inputType: INPUTS[id],
    selectOptions: [],
  };
}

export const bookingQuestions = (language: string) => OF_BOOKING.map((id) => questionOf(id, language));
export const unitQuestions = (asksNames: boolean, language: string) =>
  asksNames ? OF_UNIT_ITEM.map((id) => questionOf(id, language)) : [];

/** Every question with its answer, or without one yet. */
export const answersTo = (questions: ReturnType<typeof bookingQuestions>, said: Record<string, string | null>) =>
  questions.map((question) => ({ questionId: question.id, question, value: said[question.id] ?? null }));
