/** Labels and problems of the fields in the details step. A problem is shown after its field is left, or on submit. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useBookingFlow } from './booking-flow.ts';
import { validateDetails, type CheckedField } from './details-errors.ts';

export type DetailsFields = ReturnType<typeof useDetailsFields>;

/** `namedGuests`: the number of guests whose names are asked for. */
export function useDetailsFields(namedGuests: number) {
  const intl = useIntl();
  const { typed: input } = useBookingFlow();
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<CheckedField>>(new Set());
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const problems = validateDetails(input, namedGuests);
  const guestLabel = (at: number) => intl.formatMessage({ id: 'booking.names.guest' }, { number: at + 1 });
  const labels = {
    name: intl.formatMessage({ id: 'booking.field.name' }),
    email: intl.formatMessage({ id: 'booking.field.email' }),
    phone: intl.formatMessage({ id: 'booking.field.phone' }),
  };
  const problemText = (name: CheckedField) => {
    const problem = problems[name];
    const label =
      name in labels ? labels[name as keyof typeof labels] : guestLabel(Number(name.slice('guest-'.length)));
    if (problem === 'required') return intl.formatMessage({ id: 'form.required' }, { name: label });
    if (problem === 'email') return intl.formatMessage({ id: 'form.email' });
    return problem && intl.formatMessage({ id: 'booking.field.phone.wrong' });
  };
  const wrong = Object.keys(problems) as CheckedField[];
  return {
    labels,
    guestLabel,
    problemText,
    visibleProblem: (name: CheckedField) => (hasSubmitted || visitedFields.has(name) ? problemText(name) : undefined),
    /** For the summary above the fields. */
    submittedProblems: hasSubmitted ? wrong : [],
    leave: (name: CheckedField) => setVisitedFields((visited) => new Set([...visited, name])),
    /** Shows all problems. Returns whether there are none. */
    submit() {
      setHasSubmitted(true);
      return wrong.length === 0;
    },
  };
}
