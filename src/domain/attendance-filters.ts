/** By what the guests of a departure are narrowed and ordered, as the address has it. Apart from their list, which the start does not draw. */
export const ATTENDANCE_FILTERS = ['all', 'missing', 'here', 'due', 'note'] as const;
export type AttendanceFilter = (typeof ATTENDANCE_FILTERS)[number];

export const ATTENDANCE_SORTS = ['name', 'arrival', 'size', 'reference'] as const;
export type AttendanceSort = (typeof ATTENDANCE_SORTS)[number];
