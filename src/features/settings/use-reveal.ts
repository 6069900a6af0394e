import { useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { Form } from '../../ui/form/use-form.ts';

/** Opens the section that contains a field, and focuses the field once it has rendered. */
export function useReveal<Values extends FieldValues, Parsed, Section>(
  form: Form<Values, Parsed>,
  {
    openSection,
    sectionOf,
    go,
  }: { openSection: Section | undefined; sectionOf(name: Path<Values>): Section; go(section: Section): void },
): (name: Path<Values>) => void {
  const pendingField = useRef<Path<Values> | null>(null);
  useEffect(() => {
    if (pendingField.current) form.setFocus(pendingField.current);
    pendingField.current = null;
  }, [form, openSection]);
  return (name) => {
    // The form itself focuses a field that is rendered.
    if (sectionOf(name) === openSection) return;
    pendingField.current = name;
    go(sectionOf(name));
  };
}
