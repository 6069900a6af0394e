/** Differences between importing bookings and tours: fields, questions, classification and writing of rows. */
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

export interface LoadedFile {
  name: string;
  contents: OpenedFile;
}

export interface ImportQuestions {
  /** True if there is nothing to ask. */
  isEmpty: boolean;
  isAnswered(answers: BookingAnswers): boolean;
  show(answers: BookingAnswers, onChange: (answers: BookingAnswers) => void): ReactNode;
  /** The initial answers: those that the file implies or that were given before. */
  answers: BookingAnswers;
}

/** Classifies the parsed rows, again when the person allows overrides. */
export interface RowClassifier<Sent> {
  classify(allowsOverrides: boolean): ClassifiedRow<Sent>[];
}

export interface ImportPlan<Field extends string = string, Sent = unknown> {
  kind: 'bookings' | 'tours';
  company: Uuid;
  fields: readonly Field[];
  /** Headings by which columns are recognised. */
  names: ColumnNames<Field>;
  labelOf(field: Field): string;
  missing(mapping: Mapping<Field>): Field[];
  /** Columns that cannot be ignored without a decision; `decided` are the indexes of those already decided on. */
  undecided?(contents: OpenedFile, mapping: Mapping<Field>, decided: ReadonlySet<number>): StateColumn[];
  /** Prepares the questions; may fail with a network error. */
  loadQuestions(
    file: ImportFileReader,
    mapping: Mapping<Field>,
    previousTourAnswers: Readonly<Record<string, string>>,
    options: AskOptions,
  ): Promise<Result<ImportQuestions>>;
  loadClassifier(
    file: ImportFileReader,
    mapping: Mapping<Field>,
    answers: BookingAnswers,
    options: AskOptions,
  ): Promise<Result<RowClassifier<Sent>>>;
  write(mapping: Mapping<Field>, override: string | null): Write<Sent>;
  /** Rows per request; `ROWS_PER_REQUEST` by default. */
  chunk?: number;
}

export const NO_ANSWERS: BookingAnswers = { order: {}, tours: {}, amounts: 'own' };
