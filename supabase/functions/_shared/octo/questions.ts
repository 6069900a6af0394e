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
export const BOOKING_QUESTIONS = ['phone', 'note'] as const satisfies QuestionId[];
export const UNIT_ITEM_QUESTIONS = ['name'] as const satisfies QuestionId[];

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

export const bookingQuestions = (language: string) => BOOKING_QUESTIONS.map((id) => questionOf(id, language));
export const unitQuestions = (asksNames: boolean, language: string) =>
  asksNames ? UNIT_ITEM_QUESTIONS.map((id) => questionOf(id, language)) : [];

/** Every question with its answer, or without one yet. */
export const answersToQuestions = (
  questions: ReturnType<typeof bookingQuestions>,
  response: Record<string, string | null>,
) => questions.map((question) => ({ questionId: question.id, question, value: response[question.id] ?? null }));
