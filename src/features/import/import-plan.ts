/** What differs between bookings and tours: fields, what is asked, how rows are read, what becomes of them, and how they are written. */
import type { ReactNode } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { ColumnNames, Mapping } from '../../domain/import/columns.ts';
import type { StateColumn } from '../../domain/import/state-columns.ts';
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import type { Result } from '../../domain/result.ts';
import type { OpenedFile } from './import-worker.ts';
import type { ImportFileReader, AskOptions } from './file-reader.ts';
import type { Write } from './run-import.ts';

/** The file that is brought in. */
export interface LoadedFile {
  name: string;
  opened: OpenedFile;
}

export interface ImportQuestions {
  /** Nothing is to be asked. */
  isEmpty: boolean;
  /** Whether all is answered. */
  isAnswered(answers: BookingAnswers): boolean;
  show(answers: BookingAnswers, onChange: (answers: BookingAnswers) => void): ReactNode;
  answers: BookingAnswers;
}

/** Rows that were read, judged anew whenever somebody lets more pass. */
export interface ClassifiedRows<Sent> {
  rowsWithOutcomes(mayPass: boolean): ClassifiedRow<Sent>[];
}

export interface ImportPlan<Field extends string = string, Sent = unknown> {
  kind: 'bookings' | 'tours';
  company: Uuid;
  fields: readonly Field[];
  names: ColumnNames<Field>;
  labelOf(field: Field): string;
  missing(mapping: Mapping<Field>): Field[];
  /** Columns that must not be left out without a word from the person; `decided`: those of which they have said what they are. */
  undecided?(opened: OpenedFile, mapping: Mapping<Field>, decided: ReadonlySet<number>): StateColumn[];
  /** Fails as the network does. */
  ask(
    file: ImportFileReader,
    mapping: Mapping<Field>,
    remembered: Readonly<Record<string, string>>,
    options: AskOptions,
  ): Promise<Result<ImportQuestions>>;
  classify(
    file: ImportFileReader,
    mapping: Mapping<Field>,
    answers: BookingAnswers,
    options: AskOptions,
  ): Promise<Result<ClassifiedRows<Sent>>>;
  write(mapping: Mapping<Field>, override: string | null): Write<Sent>;
  chunk?: number;
}

export const NO_ANSWERS: BookingAnswers = { order: {}, tours: {}, amounts: 'own' };
