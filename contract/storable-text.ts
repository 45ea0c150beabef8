/**
 * What every database gives back as it was given: no NUL, which PostgreSQL cannot keep, no half of a character,
 * which UTF-8 cannot write, and no byte order mark in front, which some readers take for none of the text.
 */
export const storableText = (text: string): string => text.replace(/\0|\p{Cs}/gu, '').replace(/^\ufeff+/, '')
