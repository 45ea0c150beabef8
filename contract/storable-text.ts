/**
 * Removes what a database could not return unchanged: NUL, which PostgreSQL cannot store; half a surrogate pair, which
 * UTF-8 cannot encode; and leading byte order marks, which some readers drop.
 */
export const storableText = (text: string): string => text.replace(/\0|\p{Cs}/gu, '').replace(/^\ufeff+/, '')
