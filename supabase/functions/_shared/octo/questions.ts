/**
 * Capability octo/questions: questions for guests. Answers are not stored separately: each is an existing field of the
 * booking, so it also appears in `contact` and `notes`.
 */
import da from '../../../../locales/mail/da.json' with { type: 'json' };
import en from '../../../../locales/mail/en.json' with { type: 'json' };
import es from '../../../../locales/mail/es.json' with { type: 'json' };
import it from '../../../../locales/mail/it.json' with { type: 'json' };

const WORDS: Record<string, Record<string, string>> = { da, en, es, it };

const INPUTS = { name: 'text', phone: 'tel', note: 'textarea' } as const;
export type QuestionId = keyof typeof INPUTS;
/** Asked once per booking. */
export const BOOKING_QUESTIONS = ['phone', 'note'] as const satisfies QuestionId[];
/** Asked for each unit item. */
export const UNIT_ITEM_QUESTIONS = ['name'] as const satisfies QuestionId[];

function questionOf(id: QuestionId, language: string) {
  const words = WORDS[language] ?? en;
  return {
    id,
    label: words[`octo.question.${id}`] ?? id,
    description: words[`octo.question.${id}.about`] ?? null,
    // Names are required if the tour asks for them; other answers are optional.
    required: id === 'name',
    inputType: INPUTS[id],
    selectOptions: [],
  };
}

export const bookingQuestions = (language: string) => BOOKING_QUESTIONS.map((id) => questionOf(id, language));
export const unitQuestions = (asksNames: boolean, language: string) =>
  asksNames ? UNIT_ITEM_QUESTIONS.map((id) => questionOf(id, language)) : [];

/** Returns each question with its answer, or null. */
export const answersToQuestions = (
  questions: ReturnType<typeof bookingQuestions>,
  answers: Record<string, string | null>,
) => questions.map((question) => ({ questionId: question.id, question, value: answers[question.id] ?? null }));
