import type { KeyboardEvent } from 'react';

export interface FieldProps {
  name: string;
  label: string;
  value: string;
  onChange(value: string): void;
  onLeave?: () => void;
  /** Called on Enter instead of submitting the form. */
  onEnter?: () => void;
  problem?: string | undefined;
  help?: string;
  type?: 'text' | 'email' | 'tel';
  autoComplete?: string;
  required?: boolean;
  isLong?: boolean;
}

/** A native input with its label above, and help and error below. */
export function Field({
  name,
  label,
  value,
  onChange,
  onLeave,
  onEnter,
  problem,
  help,
  type = 'text',
  autoComplete = 'off',
  required,
  isLong,
}: FieldProps) {
  const id = `field-${name}`;
  const described = [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    value,
    autoComplete,
    onBlur: onLeave,
    ...(onEnter
      ? {
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          },
        }
      : {}),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    'aria-invalid': problem !== undefined,
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(required ? { 'aria-required': true } : {}),
  };
  return (
    <div className="bk-field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea rows={3} maxLength={2000} {...shared} />
      ) : (
        <input type={type} maxLength={type === 'email' ? 320 : type === 'tel' ? 40 : 200} {...shared} />
      )}
      {help && (
        <p id={`${id}-help`} className="bk-help">
          {help}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="bk-wrong">
          {problem}
        </p>
      )}
    </div>
  );
}
