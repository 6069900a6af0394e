/** The values of a message about a recount: `present` people of `total` who were checked in, or more than those. */
export const recountValues = (present: number, total: number) => ({
  present,
  total,
  more: Math.max(0, present - total),
});
