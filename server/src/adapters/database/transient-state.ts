/**
 * SQLSTATE of a PostgreSQL, served or embedded, that is away (08, 57P0x), has no room or no connection left (53), ran
 * out of time (57014, 25P03) or cannot read its disk (58030).
 */
const TRANSIENT = /^(08...|53...|57P0[123]|57014|58030|25P03)$/

export const isTransientState = ({ code = '' }: { code?: string }): boolean => TRANSIENT.test(code)
