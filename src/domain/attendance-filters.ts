/**
 * Filters and sort orders of the roll-call in the URL. In a module of its own, as the list is not needed at startup.
 */
export const ATTENDANCE_FILTERS = ['all', 'missing', 'checked_in', 'due', 'note'] as const;
export type AttendanceFilter = (typeof ATTENDANCE_FILTERS)[number];

export const ATTENDANCE_SORTS = ['name', 'arrival', 'size', 'reference'] as const;
export type AttendanceSort = (typeof ATTENDANCE_SORTS)[number];
