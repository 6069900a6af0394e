import { useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { Form } from '../../ui/form/use-form.ts';

/** Opens the section that contains a field, and focuses the field once it has rendered. */
export function useReveal<Typed extends FieldValues, Read, Section>(
  form: Form<Typed, Read>,
  {
    shown,
    sectionOf,
    go,
  }: { shown: Section | undefined; sectionOf(name: Path<Typed>): Section; go(section: Section): void },
): (name: Path<Typed>) => void {
  const wanted = useRef<Path<Typed> | null>(null);
  useEffect(() => {
    if (wanted.current) form.setFocus(wanted.current);
    wanted.current = null;
  }, [form, shown]);
  return (name) => {
    if (sectionOf(name) === shown) return;
    wanted.current = name;
    go(sectionOf(name));
  };
}
