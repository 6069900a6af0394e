import type { Ref } from 'react';
import { FormattedMessage } from 'react-intl';
import type { CheckedField } from './details-errors.ts';

/** Error summary with links to the fields; renders nothing without errors. */
export function DetailsSummary({
  ref,
  wrong,
  wordsFor,
}: {
  ref: Ref<HTMLDivElement>;
  wrong: readonly CheckedField[];
  wordsFor(name: CheckedField): string | undefined;
}) {
  if (wrong.length === 0) return null;
  return (
    <div ref={ref} tabIndex={-1} className="bk-notice bk-no" role="alert">
      <strong>
        <FormattedMessage id="booking.details.wrong" values={{ count: wrong.length }} />
      </strong>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <a
              href={`#field-${name}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(`field-${name}`)?.focus();
              }}
            >
              {wordsFor(name)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
