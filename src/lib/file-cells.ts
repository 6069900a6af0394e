/** How a file says the times and amounts that are in it: the same where a browser makes one and where a function does. */
import { serialTime } from './xlsx.ts';

/** `time`: milliseconds at which a clock in Greenwich says what is meant. */
export type CellKind = 'money' | 'time';
export type FileRow = readonly (string | number)[];

const timed = <Time>(row: FileRow, kinds: readonly (CellKind | undefined)[], of: (milliseconds: number) => Time) =>
  row.map((value, at) => (typeof value === 'number' && kinds[at] === 'time' ? of(value) : value));

const minutes = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');
export const csvRow = (row: FileRow, kinds: readonly (CellKind | undefined)[]) => timed(row, kinds, minutes);
export const xlsxRow = (row: FileRow, kinds: readonly (CellKind | undefined)[]) => timed(row, kinds, serialTime);

const SHOWN: Readonly<Record<CellKind, string>> = { money: '#,##0.00#', time: 'yyyy-mm-dd hh:mm' };
/** Of a sheet's column: how a spreadsheet shows a kind of numbers, each reader in the way of their own system. */
export const numberFormatOf = (kind: CellKind | undefined) => (kind ? { shown: SHOWN[kind] } : {});

export const FILE_TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
