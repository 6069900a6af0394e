/** A UUID in lower-case hexadecimal with dashes; its string order equals PostgreSQL's order of uuid. */
export type Uuid = string;

/**
 * An instant as ISO 8601 in UTC with exactly three decimals (`2026-05-01T08:52:00.000Z`), so that string order is time
 * order.
 */
export type Instant = string;

/** A calendar day in the company's time zone, `YYYY-MM-DD`. */
export type LocalDate = string;

/** An amount of money in minor units of its currency (øre, cents); always an integer. */
export type MinorUnits = number;
