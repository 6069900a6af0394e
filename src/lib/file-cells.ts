/** Formats times and amounts in exported files. Shared by the browser and the Edge Functions. */
import { serialTime } from './xlsx.ts';

/** `time` cells are milliseconds since 1970 whose UTC reading is the local time to show. */
export type CellKind = 'money' | 'time';
export type FileRow = readonly (string | number)[];

const timed = <Time>(row: FileRow, kinds: readonly (CellKind | undefined)[], of: (milliseconds: number) => Time) =>
  row.map((value, at) => (typeof value === 'number' && kinds[at] === 'time' ? of(value) : value));

const minutes = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
export const csvRow = (row: FileRow, kinds: readonly (CellKind | undefined)[]) => timed(row, kinds, minutes);
export const xlsxRow = (row: FileRow, kinds: readonly (CellKind | undefined)[]) => timed(row, kinds, serialTime);

const NUMBER_FORMATS: Readonly<Record<CellKind, string>> = { money: '#,##0.00#', time: 'yyyy-mm-dd hh:mm' };
/** Returns a sheet column's number format; spreadsheets show it by the reader's own locale. */
export const numberFormatOf = (kind: CellKind | undefined) => (kind ? { numberFormat: NUMBER_FORMATS[kind] } : {});

export const FILE_TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
